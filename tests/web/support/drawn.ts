import type { Page } from 'playwright-core'

/**
 * Until the browser has drawn so many frames, with what observers of sizes make of them. Where a page's clock is ours,
 * `requestAnimationFrame` is a timer that a busy browser's drawing is behind; what is seen of an element is told by the drawing.
 */
export const drawn = (page: Page, frames = 1): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left--) {
      await new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      })
    }
  }, frames)
