import { DAY, dayOfWall } from '../civil'
import { clockFor, type FormTimes } from '../form-times'
import type { Clock } from '../lines'
import type { Property } from '../parse'
import { type Place, placeAt, timeValue } from '../times'
import { parseTime } from '../values'
import type { ObjectZones } from '../zone/resolve'
import { toUtcSeconds, toWallSeconds, UTC, type Zone } from '../zone/table'

/** A series that starts somewhere else. */
export interface Move {
  from: Place
  to: Place
}

/** How a date property is written. @throws IcalError */
export function clockOf(source: Property): Clock {
  const { kind } = parseTime(source.value.split(/[,/]/)[0]!)
  if (kind === 'date') return { kind: 'date' }
  if (kind === 'utc') return { kind: 'utc' }
  return source.params.TZID ? { kind: 'tzid', tzid: source.params.TZID } : { kind: 'floating' }
}

/** A time without a zone is of `floatingZone`, the household's unless said otherwise. @throws IcalError */
export function placeOf(source: Property, zones: ObjectZones, floatingZone = zones.household): Place {
  return { value: timeValue(source, zones, source.value, floatingZone), clock: clockOf(source) }
}

/**
 * The place of a series that starts at the form's time. The object keeps its clock; only a UTC event that gets a rule,
 * and an all-day one that gets a time, take the household's.
 */
export function placeFor(
  times: FormTimes,
  from: Place,
  options: { isRecurring: boolean; getsRule: boolean; household: Zone },
): Place {
  const needsClock = from.value.isDate || (from.clock.kind === 'utc' && options.getsRule)
  if (times.isDate || needsClock) {
    const { clock, zone } = clockFor(times, options.isRecurring, options.household)
    return { clock, value: { isDate: times.isDate, wall: toWallSeconds(zone, times.start), zone } }
  }
  const { clock, value } = from
  if (!options.isRecurring) return placeAt(times.start, { clock, zone: value.zone })
  return { clock, value: { ...value, wall: toWallSeconds(value.zone, times.start) } }
}

/** Whether a start stands elsewhere, or on another clock. */
export function hasMoved({ from, to }: Move): boolean {
  return !isSameClock(from.clock, to.clock) || from.value.wall !== to.value.wall
}

/** Zones are compared by their names. */
export function isSameClock(one: Clock, other: Clock): boolean {
  if (one.kind === 'tzid' && other.kind === 'tzid') return one.tzid === other.tzid
  return one.kind === other.kind
}

/** A time on the wall clock of the moved series, on the clock of `target`. */
export function wallOn(target: { clock: Clock; zone: Zone }, wall: number, { to }: Move): number {
  if (target.clock.kind === 'date') return dayOfWall(wall) * DAY
  if (to.value.isDate || isSameClock(target.clock, to.clock)) return wall
  return toWallSeconds(target.zone, toUtcSeconds(to.value.zone, wall))
}

/** The clock a property of the series is written on after the move: its own, unless it was the series'. */
export function movedClock(source: Property, zones: ObjectZones, move: Move): { clock: Clock; zone: Zone } {
  const { from, to } = move
  const clock = clockOf(source)
  const isSeriesClock = isSameClock(clock, from.clock) || clock.kind === 'floating'
  if (to.value.isDate) return { clock: to.clock, zone: UTC }
  if (clock.kind === 'date' && !from.value.isDate) return { clock, zone: UTC }
  if (from.value.isDate || isSeriesClock) return { clock: to.clock, zone: to.value.zone }
  return { clock, zone: timeValue(source, zones, source.value.split(/[,/]/)[0]).zone }
}
