import { DAY, dayOfWall, formatIsoDate, timeOfDay } from './civil'
import { IcalError } from './error'
import type { Clock } from './lines'
import { type Component, type Property, property } from './parse'
import { parseDuration, parseTime } from './values'
import type { ObjectZones } from './zone/resolve'
import { toUtcSeconds, toWallSeconds, UTC, type Zone } from './zone/table'

/** A DATE (`wall`: its midnight, zone UTC) or a DATE-TIME on the clock of `zone`. */
export interface TimeValue {
  isDate: boolean
  wall: number
  zone: Zone
}

/** A time together with the way it is written. */
export interface Place {
  value: TimeValue
  clock: Clock
}

/** One instance of a series, named by its original start (RFC 5545 3.8.4.4). */
export interface Instance extends TimeValue {
  /** UTC seconds, of a date its UTC midnight. */
  instant: number
}

/**
 * How an instance gets its end from its start. RFC 5545 3.8.5.3: a DTEND means the same exact length for every
 * instance, a DURATION counts its days on the calendar; an all-day event counts days only.
 */
export type Length =
  | { kind: 'days'; days: number }
  | { kind: 'exact'; seconds: number }
  | { kind: 'nominal'; days: number; seconds: number }

/** UTC seconds; of a date its midnight as if it were UTC. */
export function instantOf(value: TimeValue): number {
  return value.isDate ? value.wall : toUtcSeconds(value.zone, value.wall)
}

/**
 * The instant on the clock of `like`, or in UTC where that clock cannot say it: a TZID names the first of two equal
 * hours.
 */
export function placeAt(instant: number, like: { clock: Clock; zone: Zone }): Place {
  const value = { isDate: false, wall: toWallSeconds(like.zone, instant), zone: like.zone }
  if (like.clock.kind !== 'tzid' || instantOf(value) === instant) return { clock: like.clock, value }
  return { clock: { kind: 'utc' }, value: { isDate: false, wall: instant, zone: UTC } }
}

/** A moment as the interface writes it: a UTC instant, or a date. */
export function momentText(seconds: number, isDate: boolean): string {
  return isDate ? formatIsoDate(dayOfWall(seconds)) : new Date(seconds * 1000).toISOString()
}

/**
 * A value of a date property. Floating times are of `floatingZone`, the household's unless said otherwise.
 * @throws IcalError. `text` is one entry where the property holds a list
 */
export function timeValue(
  source: Property,
  zones: ObjectZones,
  text = source.value,
  floatingZone = zones.household,
): TimeValue {
  const { kind, wall } = parseTime(text)
  if (kind === 'date') return { isDate: true, wall, zone: UTC }
  if (kind === 'utc') return { isDate: false, wall, zone: UTC }
  const tzid = source.params.TZID
  return { isDate: false, wall, zone: tzid ? zones.resolve(tzid) : floatingZone }
}

/** A value of the other kind takes the kind of `start`: a date gets its time of day, a time loses it. */
export function alignedTo(start: TimeValue, value: TimeValue): TimeValue {
  if (value.isDate === start.isDate) return value
  if (start.isDate) return { isDate: true, wall: dayOfWall(value.wall) * DAY, zone: UTC }
  return { isDate: false, wall: value.wall + timeOfDay(start.wall), zone: start.zone }
}

/** DTSTART of an event. @throws IcalError when it is missing or unreadable */
export function startOf(event: Component, zones: ObjectZones): TimeValue {
  const source = property(event, 'DTSTART')
  if (!source) throw new IcalError('event without DTSTART')
  return timeValue(source, zones)
}

/** The length of an event from DTEND or DURATION; an unreadable one counts as absent, one before the start as none. */
export function lengthOf(event: Component, start: TimeValue, zones: ObjectZones): Length {
  const fallback: Length = start.isDate ? { kind: 'days', days: 1 } : { kind: 'exact', seconds: 0 }
  const end = property(event, 'DTEND')
  const duration = property(event, 'DURATION')
  try {
    if (end) return lengthUntil(start, timeValue(end, zones, end.value, start.zone))
    if (duration) return lengthFor(start, duration.value)
  } catch {
    zones.problems.push('unreadable end of an event')
  }
  return fallback
}

/** The length of what starts and ends there; what ends before its start has none. */
export function lengthUntil(start: TimeValue, end: TimeValue): Length {
  if (start.isDate) return { kind: 'days', days: Math.max(1, dayOfWall(end.wall) - dayOfWall(start.wall)) }
  const exactEnd = end.isDate ? { ...end, isDate: false, zone: start.zone } : end
  return { kind: 'exact', seconds: Math.max(0, instantOf(exactEnd) - instantOf(start)) }
}

/** The length that a DURATION gives. @throws IcalError */
export function lengthFor(start: TimeValue, text: string): Length {
  const { days, seconds } = parseDuration(text)
  if (start.isDate) return { kind: 'days', days: Math.max(1, days + Math.floor(seconds / DAY)) }
  if (days < 0 || seconds < 0) return { kind: 'exact', seconds: 0 }
  return days === 0 ? { kind: 'exact', seconds } : { kind: 'nominal', days, seconds }
}

/** End of an instance that starts at `start`, `instant` being its UTC seconds. */
export function endOf(start: TimeValue, instant: number, length: Length): number {
  if (length.kind === 'exact') return instant + length.seconds
  if (start.isDate) return start.wall + length.days * DAY
  const seconds = length.kind === 'nominal' ? length.seconds : 0
  return toUtcSeconds(start.zone, start.wall + length.days * DAY) + seconds
}

/** An upper bound of a length in seconds, daylight saving left aside. */
export function reachOf(length: Length): number {
  if (length.kind === 'exact') return length.seconds
  return length.days * DAY + (length.kind === 'nominal' ? length.seconds : 0)
}

/** The wall-clock seconds an instant shows on the clock of a value's zone; a date stays. */
export function wallOf(instant: number, like: TimeValue): number {
  return like.isDate ? instant : toWallSeconds(like.zone, instant)
}
