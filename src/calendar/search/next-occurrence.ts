import { DAY_MS } from '../../platform/durations'
import { type Allowance, expand, type Occurrence, type Report } from '../ical/expand'
import type { Zone } from '../ical/zone'
import { type CachedOccurrence, cachedOccurrence, instantIn } from '../window/occurrence'
import type { StoredSeries } from '../window/reader'
import type { Range } from './places'

/** How far from now it is looked, further each time; a rule that makes nothing in eighty years makes nothing. */
const REACHES = [2, 40, 400, 3_000, 30_000].map((days) => days * DAY_MS)

export interface Nearest {
  occurrence: CachedOccurrence
  /** Milliseconds. */
  endsAt: number
  isComing: boolean
}

interface Search {
  /** Milliseconds. */
  now: number
  zone: Zone
  allowance: Allowance
  note: Report
}

/**
 * The occurrence of a series within the range that ends after now, the first of them; else the last of those before. Null:
 * there is none, or none can be found for what `allowance` leaves.
 */
export function nearestOccurrence(
  series: StoredSeries,
  range: Range,
  { now, zone, allowance, note }: Search,
): Nearest | null {
  const first = series.prepared.first * 1000 - DAY_MS
  const last = series.prepared.last * 1000 + DAY_MS
  const [from, to] = [Math.max(range.from, first), Math.min(range.to, last)]
  const within = (start: number, end: number) =>
    start >= end ? [] : expand(series.prepared, start, end, zone, note, allowance)
  const startsIn = ({ start, allDay }: Occurrence) => instantIn(zone, start, allDay) < to
  const endOf = ({ end, allDay }: Occurrence) => instantIn(zone, end, allDay)
  const nearest = (one: Occurrence, isComing: boolean): Nearest => ({
    occurrence: cachedOccurrence(series, one, zone),
    endsAt: endOf(one),
    isComing,
  })
  const begin = Math.max(from, now)
  for (let start = begin, at = 0; start < to && at < REACHES.length; at += 1) {
    const end = Math.min(to, begin + REACHES[at]!)
    const found = within(start, end).find((one) => endOf(one) > now && startsIn(one))
    if (found !== undefined) return nearest(found, true)
    start = end
  }
  const over = Math.min(to, now)
  for (let end = over, at = 0; end > from && at < REACHES.length; at += 1) {
    const start = Math.max(from, over - REACHES[at]!)
    const found = within(start, end).findLast((one) => endOf(one) <= now && startsIn(one))
    if (found !== undefined) return nearest(found, false)
    end = start
  }
  return null
}
