/**
 * Where events stand in the calendar's views. Everything here is pure and works on walls and days of the household's
 * zone (see `tz.ts`).
 */
import { DAY, dayOf, dayOfIso, positionInWeek, toWall } from './tz'

/** The part of an occurrence that decides where it stands: UTC instants, or dates with an exclusive end. */
export interface Timed {
  allDay: boolean
  start: string
  end: string
}

/** An item with its place in the household's time. `firstDay` and `lastDay` are inclusive. */
export interface Placed<T extends Timed = Timed> {
  item: T
  firstDay: number
  lastDay: number
  startWall: number
  endWall: number
  /** Drawn as a bar over days: all-day events, and timed ones of 24 hours and more. */
  isBar: boolean
}

/** Places items and sorts them: by first day, then bars before times, long bars before short, early before late. */
export function placeAll<T extends Timed>(items: readonly T[], zone: string): Placed<T>[] {
  return items.map((item) => place(item, zone)).sort(byPlace)
}

function place<T extends Timed>(item: T, zone: string): Placed<T> {
  return item.allDay ? placeDays(item) : placeTimes(item, zone)
}

function placeDays<T extends Timed>(item: T): Placed<T> {
  const firstDay = dayOfIso(item.start)
  const lastDay = Math.max(firstDay, dayOfIso(item.end) - 1)
  return { item, firstDay, lastDay, startWall: firstDay * DAY, endWall: (lastDay + 1) * DAY, isBar: true }
}

function placeTimes<T extends Timed>(item: T, zone: string): Placed<T> {
  const startWall = toWall(Date.parse(item.start), zone)
  // Across the repeated hour of autumn the wall end may lie before the wall start.
  const endWall = Math.max(startWall, toWall(Date.parse(item.end), zone))
  const firstDay = dayOf(startWall)
  const lastDay = dayOf(Math.max(startWall, endWall - 1))
  return { item, firstDay, lastDay, startWall, endWall, isBar: endWall - startWall >= DAY }
}

function byPlace(a: Placed, b: Placed): number {
  return (
    a.firstDay - b.firstDay ||
    Number(b.isBar) - Number(a.isBar) ||
    daysAcross(b) - daysAcross(a) ||
    a.startWall - b.startWall
  )
}

/** A night stands at its time, as if it ended on the day it begins. */
const daysAcross = ({ isBar, firstDay, lastDay }: Placed): number => (isBar ? lastDay - firstDay : 0)

/** What happens on a day: bars first, then by time. */
export function onDay<T extends Timed>(placed: readonly Placed<T>[], day: number): Placed<T>[] {
  return placed
    .filter((one) => one.firstDay <= day && day <= one.lastDay)
    .sort((a, b) => Number(b.isBar) - Number(a.isBar) || a.startWall - b.startWall)
}

/** The first day of the week that holds `day`. */
export function weekStart(day: number, firstWeekday: number): number {
  return day - positionInWeek(day, firstWeekday)
}

/** The first day of the month that holds `day`. */
export function monthStart(day: number): number {
  const date = new Date(day * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY
}

/** The same day `months` later, or the last of that month when it is shorter. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 1) / DAY
  return Math.min(first + date.getUTCDate() - 1, next - 1)
}

/** The first day of the first week that the month of `day` touches. */
export function monthGridStart(day: number, firstWeekday: number): number {
  return weekStart(monthStart(day), firstWeekday)
}

/** How many weeks the month of `day` touches: 4, 5 or 6. */
export function monthWeeks(day: number, firstWeekday: number): number {
  const next = addMonths(monthStart(day), 1)
  return Math.ceil((next - monthGridStart(day, firstWeekday)) / 7)
}

/** The part of an item in one row of days. `column` counts from the row's first day. */
export interface Segment<T extends Timed = Timed> {
  placed: Placed<T>
  column: number
  span: number
  lane: number
  continuesBefore: boolean
  continuesAfter: boolean
}

/** Gives each item that touches the row the first lane in which all of its days are free. Expects sorted items. */
export function rowSegments<T extends Timed>(
  placed: readonly Placed<T>[],
  firstDay: number,
  days: number,
): Segment<T>[] {
  const taken: boolean[][] = []
  const segments: Segment<T>[] = []
  for (const one of placed) {
    // A short event past midnight stands on the day it begins.
    const lastDay = one.isBar ? one.lastDay : one.firstDay
    if (lastDay < firstDay || one.firstDay >= firstDay + days) continue
    const column = Math.max(one.firstDay - firstDay, 0)
    const end = Math.min(lastDay - firstDay, days - 1)
    segments.push({
      placed: one,
      column,
      span: end - column + 1,
      lane: takeLane(taken, column, end),
      continuesBefore: one.firstDay < firstDay,
      continuesAfter: lastDay >= firstDay + days,
    })
  }
  return segments
}

function takeLane(taken: boolean[][], from: number, to: number): number {
  for (let lane = 0; ; lane++) {
    const columns = taken[lane] ?? []
    taken[lane] = columns
    if (columns.slice(from, to + 1).some(Boolean)) continue
    for (let column = from; column <= to; column++) columns[column] = true
    return lane
  }
}

/** What of a row fits into `capacity` lanes: segments to draw, and for each day how many stay behind "+n", which takes `forMore` of them. */
export function fitRow<T extends Timed>(
  segments: readonly Segment<T>[],
  days: number,
  capacity: number,
  forMore = 0,
): { shown: Segment<T>[]; hidden: number[] } {
  const covers = (segment: Segment<T>, column: number) =>
    segment.column <= column && column < segment.column + segment.span
  const limits = Array.from({ length: days }, (_, column) =>
    segments.some((segment) => covers(segment, column) && segment.lane >= capacity) ? capacity - forMore : capacity,
  )
  const fits = (segment: Segment<T>) =>
    limits.every((limit, column) => !covers(segment, column) || segment.lane < limit)
  const shown = segments.filter(fits)
  const hidden = limits.map(
    (_, column) => segments.filter((segment) => covers(segment, column) && !fits(segment)).length,
  )
  return { shown, hidden }
}

/** A segment of one or of two lanes. */
export type HighSegment<T extends Timed = Timed> = Segment<T> & { isHigh: boolean }

/**
 * Gives long ones of what `fitRow` shows a second lane, where their day has lanes left: those of a single day, below
 * everything that lies across it.
 */
export function spreadRow<T extends Timed>(
  shown: readonly Segment<T>[],
  { days, capacity }: { days: number; capacity: number },
  isLong: (item: T) => boolean,
): HighSegment<T>[] {
  const across = shown.filter(({ span }) => span > 1)
  const spread: HighSegment<T>[] = []
  for (let day = 0; day < days; day++) {
    const crossing = across.filter(({ column, span }) => column <= day && day < column + span)
    let lane = Math.max(0, ...crossing.map((segment) => segment.lane + 1))
    const here = shown.filter(({ column, span }) => column === day && span === 1).sort((a, b) => a.lane - b.lane)
    const below = here.filter((segment) => segment.lane >= lane)
    let left = capacity - lane - below.length
    for (const segment of here) {
      const isHigh = below.includes(segment) && left > 0 && isLong(segment.placed.item)
      spread.push({ ...segment, lane: below.includes(segment) ? lane : segment.lane, isHigh })
      if (isHigh) left--
      if (below.includes(segment)) lane += isHigh ? 2 : 1
    }
  }
  return [...across.map((segment) => ({ ...segment, isHigh: false })), ...spread]
}
