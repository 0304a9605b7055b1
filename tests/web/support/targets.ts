import type { Page } from 'playwright-core'

const SMALLEST = 44

/** What can be tapped on the page (in an open dialog, only there) and is smaller than a fingertip; one line each. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const root = document.querySelector('dialog[open]') ?? document
    const controls = [...root.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
    return controls
      .filter((control) => control.checkVisibility())
      .flatMap((control) => {
        // A label around a control is tapped in its place.
        const target = control.closest('label') ?? control
        const { width, height } = target.getBoundingClientRect()
        // Out of sight until it has the focus.
        const isHidden = width <= 1 || target.matches('.skip-link')
        const isLarge = Math.min(width, height) >= smallest - 0.5
        return isHidden || isLarge
          ? []
          : [`${Math.round(width)}×${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`]
      })
  }, SMALLEST)
}
