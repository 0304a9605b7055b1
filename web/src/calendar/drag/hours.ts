import type { Placed } from '../../lib/layout'
import { DAY } from '../../lib/tz'
import type { Point } from './pointer'
import { type Grip, type Shift, shiftOf } from './shift'

/** What a pointer holds an event by: where it was picked up, and how far the hours were scrolled. */
export interface Held {
  from: Point
  scrollTop: number
  grip: Grip
}

type Hours = ReturnType<typeof hoursOf>

const SCROLL_EDGE = 44
const SCROLL_STEP = 10
/** So far outside the hours nothing is dropped. */
const OUTSIDE = 40

/** So many days beside each other over 24 hours, as they stand in the window now; 0: nothing is carried across columns. */
export function hoursOf(scroller: HTMLElement, body: HTMLElement, days: number) {
  const { left, right, height } = body.getBoundingClientRect()
  const gutter = Number.parseFloat(getComputedStyle(body).gridTemplateColumns) || 0
  return { left: left + gutter, right, height, scrollTop: scroller.scrollTop, days }
}

/** How far the pointer at a point has carried an event, or one of its ends. */
export function shiftAt(placed: Placed, held: Held, at: Point, hours: Hours): Shift {
  const x = Math.min(Math.max(at.x, hours.left), hours.right)
  const width = (hours.right - hours.left) / hours.days
  const y = at.y - held.from.y + hours.scrollTop - held.scrollTop
  return shiftOf(placed, held.grip, Math.round((x - held.from.x) / width), (y / hours.height) * DAY)
}

/** The milliseconds from midnight at a height of the window, in a column of 24 hours. */
export const timeAt = (y: number, { top, height }: Pick<DOMRect, 'top' | 'height'>): number =>
  Math.min(Math.max((y - top) / height, 0), 1) * DAY

/** Whether a pointer has left the hours for good. */
export const isOutside = (
  { x, y }: Point,
  { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
): boolean => x < left - OUTSIDE || x > right + OUTSIDE || y < top - OUTSIDE || y > bottom + OUTSIDE

/** True when the hours have moved. What was picked up near an edge is not on its way there yet. */
export function scrollHours(scroller: HTMLElement | null, { y }: Point, from: Point): boolean {
  if (scroller === null) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const head = scroller.firstElementChild?.clientHeight ?? 0
  const before = scroller.scrollTop
  if (y < Math.min(top + head + SCROLL_EDGE, from.y)) scroller.scrollTop -= SCROLL_STEP
  if (y > Math.max(bottom - SCROLL_EDGE, from.y)) scroller.scrollTop += SCROLL_STEP
  return scroller.scrollTop !== before
}
