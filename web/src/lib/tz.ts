/**
 * Arithmetic in the household's zone, on `Intl` alone.
 *
 * A *wall* value is what the household's clock shows, written as if it were UTC: milliseconds since 1970 of that date
 * and time. All layout is done on walls and on *days* (whole days since 1970-01-01), where every day has 24 hours.
 */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const MINUTES_A_DAY = DAY / MINUTE

/** Offsets change on quarter hours only. */
const QUARTER = 15 * MINUTE
const MAX_CACHED = 20_000

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** What the zone's clock shows at an instant. */
export function toWall(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone)
}

/** The instant at which the zone's clock shows `wall`; a time in a spring gap moves forward, of two the first. */
export function toInstant(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - DAY, zone)
  const after = wall - offsetAt(wall + DAY, zone)
  const earlier = Math.min(before, after)
  const later = Math.max(before, after)
  return toWall(earlier, zone) === wall ? earlier : later
}

/** Milliseconds by which the zone is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER) * QUARTER
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MAX_CACHED) offsets.clear()
  const offset = readOffset(quarter, zone)
  offsets.set(key, offset)
  return offset
}

function readOffset(instant: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** The day of a wall value. */
export function dayOf(wall: number): number {
  return Math.floor(wall / DAY)
}

/** `2026-11-20` of a day. */
export function isoOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/** The day of `2026-11-20`; NaN when it is no date. */
export function dayOfIso(iso: string): number {
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / DAY)
}

/** Position of a day in its week, 0 to 6, where weeks begin on `firstWeekday` (0 is Sunday, 1 is Monday). */
export function positionInWeek(day: number, firstWeekday: number): number {
  return (((day + 4 - firstWeekday) % 7) + 7) % 7
}

/** The zone of this browser, until the household's is known. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
