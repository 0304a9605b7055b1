import { DAY, dayOfWall, formatIsoDate, parseIsoDate } from '../civil'
import { toUtcSeconds, toWallSeconds, type Zone, zoneFrom } from './table'
import { readSystemZone } from './tzif'

export { isUtc, toUtcSeconds, toWallSeconds, UTC, type Zone } from './table'

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/
/** Files beside the zones: copies of the host's own zone, and tables that count leap seconds. */
const NOT_ZONES = /^(?:posix\/|right\/|localtime$|posixrules$|Factory$)/
const FALLBACK_FROM = Temporal.Instant.from('1900-01-01T00:00:00Z')
const FALLBACK_UNTIL = 4_102_444_800

const cache = new Map<string, Zone | null>()
const MAX_OTHER_NAMES = 2000

/**
 * The table of an IANA zone, null when there is no such zone. The system's tzdata comes first: the one inside the
 * runtime is older. Any case of the name is understood; `id` has the right one.
 */
export function zoneOf(id: string): Zone | null {
  const known = cache.get(id)
  if (known !== undefined) return known
  const zone = isZoneName(id) ? load(id) : null
  // Names come from calendars of strangers: neither unknown ones nor the cases of one name must fill the memory.
  if (zone?.id === id || cache.size < MAX_OTHER_NAMES) cache.set(id, zone)
  return zone
}

/** Whether a setting may name this zone: an IANA name, no bare offset such as `+01:00`. */
export function isIanaZone(id: string): boolean {
  return zoneOf(id) !== null
}

/**
 * First instant of a day in the zone: `YYYY-MM-DD`, or its number, which there is of days beyond the year 9999, too.
 * @throws RangeError for a date that does not exist
 */
export function dayStart(zone: Zone, date: string | number): Date {
  const day = typeof date === 'number' ? date : parseIsoDate(date)
  if (day === null) throw new RangeError('not a date')
  const utc = toUtcSeconds(zone, day * DAY)
  // A midnight inside a gap is read with the old offset and so lies after the first instant of the day.
  const isInGap = toWallSeconds(zone, utc) !== day * DAY
  return new Date((isInGap ? firstInstantFrom(zone, day, utc) : utc) * 1000)
}

/** The day `YYYY-MM-DD` of an instant in the zone. */
export function dayOf(zone: Zone, instant: Date): string {
  return formatIsoDate(dayOfWall(toWallSeconds(zone, Math.floor(instant.getTime() / 1000))))
}

function firstInstantFrom(zone: Zone, day: number, after: number): number {
  const onset = zone.onsets.findLast((candidate) => candidate <= after) ?? after
  return dayOfWall(toWallSeconds(zone, onset)) >= day ? onset : after
}

function isZoneName(id: string): boolean {
  return id.length <= 64 && NAME.test(id) && !NOT_ZONES.test(id)
}

function load(id: string): Zone | null {
  const name = canonicalCase(id)
  if (name !== null && name !== id) return zoneOf(name)
  return readSystemZone(name ?? id) ?? (name === null ? null : fromRuntime(name))
}

function canonicalCase(id: string): string | null {
  try {
    return FALLBACK_FROM.toZonedDateTimeISO(id).timeZoneId
  } catch {
    return null
  }
}

function fromRuntime(id: string): Zone {
  const start = FALLBACK_FROM.toZonedDateTimeISO(id)
  const transitions = []
  let next = start.getTimeZoneTransition('next')
  while (next && next.epochMilliseconds / 1000 <= FALLBACK_UNTIL) {
    transitions.push({ utc: next.epochMilliseconds / 1000, offset: next.offsetNanoseconds / 1e9 })
    next = next.getTimeZoneTransition('next')
  }
  return zoneFrom(id, start.offsetNanoseconds / 1e9, transitions)
}
