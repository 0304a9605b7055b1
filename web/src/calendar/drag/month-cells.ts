import type { Point } from './pointer'

/** A rectangle in the window, in pixels. */
export interface Place {
  left: number
  top: number
  width: number
  height: number
}

/** A day that a month on screen shows, and where. */
export interface Cell {
  day: number
  place: Place
}

/** The month that is shown, of the views that are kept. */
export const monthIn = (area: HTMLElement | null): HTMLElement | null =>
  area?.querySelector<HTMLElement>('.kept:not(.unseen, .ahead) [role="grid"]') ?? null

/** The button of a day of the month. */
export const buttonOf = (month: HTMLElement | null, day: number): HTMLElement | null =>
  month?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null

/** The days of a month as they stand now: it may be scrolled, or be another one by the next frame. */
export function cellsOf(month: HTMLElement | null): Cell[] {
  const buttons = [...(month?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
  return buttons.map((button) => {
    const { left, top, width, height } = (button.closest('td') ?? button).getBoundingClientRect()
    return { day: Number(button.dataset.day), place: { left, top, width, height } }
  })
}

/** The day at a point of the window; null beside the month. */
export function dayAt(cells: readonly Cell[], { x, y }: Point): number | null {
  const isIn = ({ left, top, width, height }: Place) => x >= left && x < left + width && y >= top && y < top + height
  return cells.find(({ place }) => isIn(place))?.day ?? null
}

/** What the days from `first` to `last` cover: one rectangle for each row. */
export function rowsOf(cells: readonly Cell[], first: number, last: number): Place[] {
  const covered = cells.filter(({ day }) => first <= day && day <= last)
  const rows = Map.groupBy(covered, ({ place }) => place.top)
  return [...rows.values()].map((row) => {
    const { left, top, height } = row[0]!.place
    const { place } = row.at(-1)!
    return { left, top, height, width: place.left + place.width - left }
  })
}

/** Which way the month is left at a point near its edge; 0 within it. */
export function wayOut(cells: readonly Cell[], { x, y, isTouch }: Point): -1 | 0 | 1 {
  const [first, last] = [cells[0]?.place, cells.at(-1)?.place]
  if (first === undefined || last === undefined) return 0
  const edge = isTouch ? TOUCH_EDGE : MOUSE_EDGE
  // Below a finger's month is the list that it comes from.
  if (y < first.top || x < first.left + edge) return -1
  return x > last.left + last.width - edge || (!isTouch && y > last.top + last.height - edge) ? 1 : 0
}

const MOUSE_EDGE = 6
const TOUCH_EDGE = 14
const SCROLL_EDGE = 28
const SCROLL_STEP = 8

/** True when the month has moved: where the window is low it scrolls. */
export function scrollMonth(month: HTMLElement | null, { y }: Point): boolean {
  if (month === null) return false
  const { top, bottom } = month.getBoundingClientRect()
  const before = month.scrollTop
  if (y < top + SCROLL_EDGE) month.scrollTop -= SCROLL_STEP
  if (y > bottom - SCROLL_EDGE) month.scrollTop += SCROLL_STEP
  return month.scrollTop !== before
}
