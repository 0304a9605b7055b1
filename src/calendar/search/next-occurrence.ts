import { DAY_MS } from '../../platform/durations'
import { type Allowance, expand, type Report } from '../ical/expand'
import { dayStart, type Zone } from '../ical/zone'
import { type CachedOccurrence, cachedOccurrence } from '../window/occurrence'
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
    start >= end
      ? []
      : expand(series.prepared, start, end, zone, note, allowance).map((one) => cachedOccurrence(series, one, zone))
  const endsAfter = (one: CachedOccurrence) => endOf(one, zone) > now
  const begin = Math.max(from, now)
  for (let start = begin, at = 0; start < to && at < REACHES.length; at += 1) {
    const end = Math.min(to, begin + REACHES[at]!)
    const occurrence = within(start, end).find((one) => endsAfter(one) && one.startsAt < to)
    if (occurrence !== undefined) return { occurrence, endsAt: endOf(occurrence, zone), isComing: true }
    start = end
  }
  const over = Math.min(to, now)
  for (let end = over, at = 0; end > from && at < REACHES.length; at += 1) {
    const start = Math.max(from, over - REACHES[at]!)
    const occurrence = within(start, end).findLast((one) => !endsAfter(one) && one.startsAt < to)
    if (occurrence !== undefined) return { occurrence, endsAt: endOf(occurrence, zone), isComing: false }
    end = start
  }
  return null
}

function endOf({ allDay, end }: CachedOccurrence, zone: Zone): number {
  return allDay ? dayStart(zone, end).getTime() : Date.parse(end)
}
