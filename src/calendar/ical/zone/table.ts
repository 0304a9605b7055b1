/**
 * Offset table of one time zone: `onsets` (UTC seconds, ascending) and the `offsets` (seconds east) valid from each on.
 */
export interface Zone {
  id: string
  onsets: Float64Array
  offsets: Int32Array
  /** Offset before the first onset. */
  firstOffset: number
}

export interface Transition {
  utc: number
  offset: number
}

/** Rules of a zone are followed up to the end of this year. */
export const LAST_YEAR_OF_TABLES = 2100

/** No offset lies further from UTC than this, and none jumps by more than a day (Samoa in 2011). */
const LARGEST_OFFSET = 15 * 3600

export const UTC: Zone = { id: 'UTC', onsets: new Float64Array(0), offsets: new Int32Array(0), firstOffset: 0 }

/** A zone from its transitions, which need not be in order. */
export function zoneFrom(id: string, firstOffset: number, transitions: Transition[]): Zone {
  const ordered = [...transitions].sort((a, b) => a.utc - b.utc)
  return {
    id,
    onsets: Float64Array.from(ordered, (transition) => transition.utc),
    offsets: Int32Array.from(ordered, (transition) => transition.offset),
    firstOffset,
  }
}

/** Whether a zone never differs from UTC, whatever it is called. */
export function isUtc(zone: Zone): boolean {
  return zone.onsets.length === 0 && zone.firstOffset === 0
}

/** Seconds east of Greenwich at an instant. */
export function offsetAt(zone: Zone, utcSeconds: number): number {
  const index = lastOnset(zone, utcSeconds)
  return index < 0 ? zone.firstOffset : zone.offsets[index]!
}

/** What the zone's clock shows at an instant (UTC seconds), as seconds since 1970-01-01T00:00:00 on that clock. */
export function toWallSeconds(zone: Zone, utcSeconds: number): number {
  return utcSeconds + offsetAt(zone, utcSeconds)
}

/**
 * The instant of a wall-clock time, in UTC seconds. RFC 5545 3.3.5: a time that stands twice is the first one, a time
 * in a gap is read with the offset before the gap.
 */
export function toUtcSeconds(zone: Zone, wallSeconds: number): number {
  const { onsets, offsets } = zone
  let index = lastOnset(zone, wallSeconds - LARGEST_OFFSET)
  let offset = index < 0 ? zone.firstOffset : offsets[index]!
  while (index + 1 < onsets.length) {
    const next = onsets[index + 1]!
    const nextOffset = offsets[index + 1]!
    const isBefore = wallSeconds - offset < next
    const isInGap = nextOffset > offset && wallSeconds < next + nextOffset
    if (isBefore || isInGap) break
    index += 1
    offset = nextOffset
  }
  return wallSeconds - offset
}

/** Index of the last onset not after the instant, -1 before the first. */
function lastOnset(zone: Zone, utcSeconds: number): number {
  const { onsets } = zone
  let low = 0
  let high = onsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (onsets[middle]! <= utcSeconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
