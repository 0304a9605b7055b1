import { DAY, dayNumber } from './civil'
import { IcalError } from './error'

/** A DATE or DATE-TIME as written: `wall` seconds on its own clock (a date: its midnight). */
export interface ParsedTime {
  kind: 'date' | 'utc' | 'local'
  wall: number
}

/** A DURATION: days follow the calendar, seconds the clock (RFC 5545 3.3.6). Both carry the sign. */
export interface Duration {
  days: number
  seconds: number
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i
const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i
const OFFSET = /^([+-])(\d\d)(\d\d)(\d\d)?$/

/** Reads a DATE or DATE-TIME value (RFC 5545 3.3.4, 3.3.5). Throws IcalError. */
export function parseTime(value: string): ParsedTime {
  const match = TIME.exec(value.trim())
  if (!match) throw new IcalError('unreadable date')
  const [, year, month, day, hour, minute, second, zulu] = match
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) {
    throw new IcalError('date that does not exist')
  }
  if (Number(year) < 1) throw new IcalError('date that does not exist')
  const midnight = dayNumber(Number(year), Number(month), Number(day)) * DAY
  if (hour === undefined) return { kind: 'date', wall: midnight }
  // A leap second is read as the second before it.
  const wall = midnight + Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second))
  return { kind: zulu ? 'utc' : 'local', wall }
}

/** Reads a DURATION value. Throws IcalError. */
export function parseDuration(value: string): Duration {
  const match = /\d/.test(value) ? DURATION.exec(value.trim()) : null
  if (!match) throw new IcalError('unreadable duration')
  const [, sign, weeks, days, hours, minutes, seconds] = match
  const factor = sign === '-' ? -1 : 1
  return {
    days: factor * (number(weeks) * 7 + number(days)),
    seconds: factor * (number(hours) * 3600 + number(minutes) * 60 + number(seconds)),
  }
}

/** Reads a UTC-OFFSET value into seconds east of Greenwich. Throws IcalError. */
export function parseOffset(value: string): number {
  const match = OFFSET.exec(value.trim())
  if (!match) throw new IcalError('unreadable offset')
  const [, sign, hours, minutes, seconds] = match
  const total = number(hours) * 3600 + number(minutes) * 60 + number(seconds)
  return sign === '-' ? -total : total
}

/** The parts of a comma-separated value, empty ones left out. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function number(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits)
}
