import type { Page } from 'playwright-core'

/** A fingertip, in pixels. */
export const FINGERTIP = 44
/** The same for an arm's length. */
export const WALL_FINGERTIP = 52
/**
 * The least of WCAG 2.5.8 for what is pointed at with a mouse: 24 pixels, two of them the gap to the next. The events of
 * a tablet's month and hours keep to it too: half an hour between two others cannot be higher without lying about its
 * time, and the day itself, a press away, has room for all of them.
 */
export const POINTER = 22

/** What can be tapped on the page (in an open dialog, only there) and is smaller than that; one line each. */
export async function smallTargets(page: Page, smallest = FINGERTIP): Promise<string[]> {
  return page.evaluate((least) => {
    const root = document.querySelector('dialog[open]') ?? document
    const controls = [...root.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
    return controls
      .filter((control) => control.checkVisibility({ opacityProperty: true }))
      .flatMap((control) => {
        // A label around a control is tapped in its place.
        const target = control.closest('label') ?? control
        const { width, height } = target.getBoundingClientRect()
        // Out of sight until it has the focus.
        const isHidden = width <= 1 || target.matches('.skip-link')
        const isLarge = Math.min(width, height) >= least - 0.5
        return isHidden || isLarge
          ? []
          : [`${Math.round(width)}×${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`]
      })
  }, smallest)
}

/** Phones zoom into fields of smaller letters, and do not zoom out again. */
const LEAST_LETTERS = 16

/** What can be typed into or chosen from, and has smaller letters; one line each. */
export async function smallFields(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const root = document.querySelector('dialog[open]') ?? document
    const fields = [...root.querySelectorAll<HTMLElement>('input, select, textarea')]
    const isZoomedInto = (field: HTMLElement) =>
      !field.matches('[type=checkbox], [type=radio], [type=file], [type=color], [type=range]')
    return fields.filter(isZoomedInto).flatMap((field) => {
      const letters = Number.parseFloat(getComputedStyle(field).fontSize)
      return letters >= least ? [] : [`letters of ${letters} pixels: ${field.outerHTML.slice(0, 160)}`]
    })
  }, LEAST_LETTERS)
}
