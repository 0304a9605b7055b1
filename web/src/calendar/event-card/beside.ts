import { headingOf } from '../../lib/heading'

/** Days of a month, and columns of a week: each has a button of its own. */
const DAYS = 'td, .time-column'
const OF_DAY = '[data-day], .time-column-surface'

/**
 * Where the keyboard goes on when an event goes that it is at: on its day, else at the event after it, or before; at the
 * title where there is none.
 */
export function beside(event: Element | null): HTMLElement | null {
  const day = event?.closest(DAYS)?.querySelector<HTMLElement>(OF_DAY)
  if (day) return day
  const kind = event?.classList[0]
  if (!event || kind === undefined) return null
  const alike = [...document.querySelectorAll<HTMLElement>(`main .${kind}`)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const index = alike.indexOf(event as HTMLElement)
  return alike[index + 1] ?? alike[index - 1] ?? headingOf()
}
