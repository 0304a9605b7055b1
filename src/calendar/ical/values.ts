import { DAY, dayNumber, daysInMonth } from './civil'
import { IcalError } from './error'

/** A DATE or DATE-TIME as written: `wall` seconds on its own clock (a date: its midnight). */
interface ParsedTime {
  kind: 'date' | 'utc' | 'local'
  wall: number
}

/** A DURATION: days follow the calendar, seconds the clock (RFC 5545 3.3.6). Both carry the sign. */
interface Duration {
  days: number
  seconds: number
}

/** Seconds of four thousand years: whole minutes of it still fit a column. */
export const MAX_DURATION = 4000 * 366 * DAY

const TIME = /^\d{8}(?:T\d{6}Z?)?$/i
const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i
const OFFSET = /^([+-])(\d\d)(\d\d)(\d\d)?$/

/** Reads a DATE or DATE-TIME value (RFC 5545 3.3.4, 3.3.5); 24 o'clock is the end of its day. @throws IcalError */
export function parseTime(value: string): ParsedTime {
  const text = value.trim()
  if (!TIME.test(text)) throw new IcalError('unreadable date')
  const year = digits(text, 0, 4)
  const month = digits(text, 4, 6)
  const day = digits(text, 6, 8)
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  if (!isDate) throw new IcalError('date that does not exist')
  const midnight = dayNumber(year, month, day) * DAY
  if (text.length === 8) return { kind: 'date', wall: midnight }
  const minute = digits(text, 11, 13)
  const second = digits(text, 13, 15)
  // A leap second is read as the second before it.
  const time = digits(text, 9, 11) * 3600 + minute * 60 + Math.min(59, second)
  if (time > DAY || minute > 59 || second > 60) throw new IcalError('time that does not exist')
  return { kind: text.length === 16 ? 'utc' : 'local', wall: midnight + time }
}

function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let i = from; i < to; i += 1) number = number * 10 + text.charCodeAt(i) - 0x30
  return number
}

/** Reads a DURATION value. @throws IcalError */
export function parseDuration(value: string): Duration {
  const match = /\d/.test(value) ? DURATION.exec(value.trim()) : null
  if (!match) throw new IcalError('unreadable duration')
  const [, sign, weeks, days, hours, minutes, seconds] = match
  const wholeDays = number(weeks) * 7 + number(days)
  const rest = number(hours) * 3600 + number(minutes) * 60 + number(seconds)
  if (wholeDays * DAY + rest > MAX_DURATION) throw new IcalError('duration beyond reason')
  return sign === '-' ? { days: -wholeDays, seconds: -rest } : { days: wholeDays, seconds: rest }
}

/** Reads a UTC-OFFSET value into seconds east of Greenwich. @throws IcalError */
export function parseOffset(value: string): number {
  const match = OFFSET.exec(value.trim())
  if (!match) throw new IcalError('unreadable offset')
  const [, sign, hours, minutes, seconds] = match
  const total = number(hours) * 3600 + number(minutes) * 60 + number(seconds)
  return sign === '-' ? -total : total
}

/** The parts of a comma-separated value, empty ones left out. */
export function listOf(value: string): string[] {
  return [...entriesOf(value)]
}

/** `listOf`, lazily: a value may be very long. */
export function* entriesOf(value: string): Generator<string> {
  for (let from = 0; from <= value.length; ) {
    const comma = value.indexOf(',', from)
    const to = comma < 0 ? value.length : comma
    const part = value.slice(from, to).trim()
    if (part !== '') yield part
    from = to + 1
  }
}

function number(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits)
}
