import type { Locator, Page } from 'playwright-core'

/** Events that an area, or a list in it, cuts off; one line each. */
export async function cutIn(area: Locator): Promise<string[]> {
  return area.evaluate((root) =>
    [...root.querySelectorAll('button')].flatMap((event) => {
      const { top, bottom } = event.getBoundingClientRect()
      for (let around = event.parentElement; around !== null; around = around.parentElement) {
        if (around === document.documentElement || around === document.body) break
        if (getComputedStyle(around).overflowY === 'visible') continue
        const frame = around.getBoundingClientRect()
        if (top < frame.top - 1 || bottom > frame.bottom + 1) return [event.textContent ?? '']
      }
      return []
    }),
  )
}

/** Pairs of elements that lie over each other; one line each. */
export async function overlapping(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((named) => {
    const boxes = [...document.querySelectorAll(named)].filter((one) => one.checkVisibility())
    const places = boxes.map((box) => box.getBoundingClientRect())
    const isApart = (a: DOMRect, b: DOMRect) =>
      a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1
    return boxes.flatMap((box, index) =>
      places
        .slice(0, index)
        .flatMap((other, before) =>
          isApart(other, places[index]!) ? [] : [`${boxes[before]!.className} and ${box.className}`],
        ),
    )
  }, selector)
}
