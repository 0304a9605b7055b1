import { DAY } from '../civil'
import { IcalError } from '../error'
import { listOf, parseTime } from '../values'

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
type Frequency = (typeof FREQUENCIES)[number]

/** Whether a rule may have several instances a day, by its frequency alone. */
export const isSubDaily = ({ frequency }: Pick<Rule, 'frequency'>): boolean =>
  frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'

/** Monday first, as `weekdayOf` counts. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Its place in `WEEKDAYS`, -1 where there is no such weekday. */
export const weekdayNamed = (name: string) => (WEEKDAYS as readonly string[]).indexOf(name)

/** BYDAY entry; `ordinal` 0 means every such weekday. */
export interface OrdinalWeekday {
  ordinal: number
  weekday: number
}

/** Which day stands in for one that the calendar does not have (RFC 7529 4.1); OMIT, the default, is none. */
export type Skip = 'BACKWARD' | 'FORWARD'

/** RRULE as RFC 5545 3.3.10 defines it. Absent parts are undefined, an empty list is absent. */
export interface Rule {
  frequency: Frequency
  interval: number
  /** Monday 0. */
  weekStart: number
  /** Last instant (UTC seconds) or last wall-clock second; a date means the whole of that day. */
  until?: { seconds: number; isUtc: boolean }
  /** 0: no instance at all. */
  count?: number
  skip?: Skip
  months?: number[]
  monthDays?: number[]
  yearDays?: number[]
  weekNumbers?: number[]
  weekdays?: OrdinalWeekday[]
  hours?: number[]
  minutes?: number[]
  seconds?: number[]
  positions?: number[]
}

/**
 * Reads the text of an RRULE. `isDate`: the series starts on a DATE.
 * @throws IcalError for a rule that cannot be followed
 */
export function parseRule(text: string, isDate: boolean): Rule {
  const parts = ruleParts(text)
  const frequency = FREQUENCIES.find((candidate) => candidate === parts.get('FREQ'))
  if (!frequency) throw new IcalError('rule with an unknown FREQ')
  const calendar = parts.get('RSCALE') ?? 'GREGORIAN'
  if (calendar !== 'GREGORIAN') throw new IcalError('rule in a calendar other than the Gregorian one')
  const interval = Number(parts.get('INTERVAL') || 1)
  if (!Number.isInteger(interval) || interval < 1) throw new IcalError('rule with an impossible INTERVAL')
  const weekStart = weekdayIndex(parts.get('WKST') || 'MO')
  return {
    frequency,
    interval,
    weekStart,
    until: untilOf(parts.get('UNTIL'), isDate),
    count: countOf(parts.get('COUNT')),
    skip: skipOf(parts.get('SKIP')),
    months: integers(parts.get('BYMONTH'), 1, 12),
    monthDays: integers(parts.get('BYMONTHDAY'), -31, 31),
    yearDays: integers(parts.get('BYYEARDAY'), -366, 366),
    weekNumbers: integers(parts.get('BYWEEKNO'), -53, 53),
    weekdays: weekdaysOf(parts.get('BYDAY')),
    positions: integers(parts.get('BYSETPOS'), -366, 366),
    ...(isDate ? {} : timesOf(parts)),
  }
}

/** RFC 5545 3.3.10: beside a DATE these say nothing, whatever they say. */
const timesOf = (parts: Map<string, string>) => ({
  hours: integers(parts.get('BYHOUR'), 0, 23),
  minutes: integers(parts.get('BYMINUTE'), 0, 59),
  seconds: integers(parts.get('BYSECOND'), 0, 60),
})

/** More than every number of every part takes. */
const MAX_RULE_LENGTH = 10_000

/**
 * The parts of a rule text, upper-case, in their order.
 * @throws IcalError for a part without `=`, or a text beyond reason
 */
export function ruleParts(text: string): Map<string, string> {
  if (text.length > MAX_RULE_LENGTH) throw new IcalError('rule too long')
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';')) {
    if (part.trim() === '') continue
    const equals = part.indexOf('=')
    if (equals < 0) throw new IcalError('rule with an unreadable part')
    parts.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim())
  }
  return parts
}

/** The text of an RRULE from its parts by name, in their order. */
export function formatRule(parts: Map<string, string>): string {
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';')
}

function untilOf(text: string | undefined, isDate: boolean): Rule['until'] {
  if (!text) return undefined
  const { kind, wall } = parseTime(text)
  if (isDate) return { seconds: Math.floor(wall / DAY) * DAY, isUtc: false }
  if (kind === 'date') return { seconds: wall + DAY - 1, isUtc: false }
  return { seconds: wall, isUtc: kind === 'utc' }
}

/** A negative COUNT is seen in the wild beside UNTIL and ignored. */
function countOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  const count = Number(text)
  if (!Number.isInteger(count)) throw new IcalError('rule with an unreadable COUNT')
  return count >= 0 ? count : undefined
}

function skipOf(text: string | undefined): Skip | undefined {
  if (!text || text === 'OMIT') return undefined
  if (text !== 'BACKWARD' && text !== 'FORWARD') throw new IcalError('rule with an unknown SKIP')
  return text
}

function integers(text: string | undefined, lowest: number, highest: number): number[] | undefined {
  if (!text) return undefined
  const numbers = listOf(text).map(Number)
  const isReadable = numbers.every((number) => Number.isInteger(number) && number >= lowest && number <= highest)
  if (!isReadable) throw new IcalError('rule with a number out of range')
  return numbers.length > 0 ? [...new Set(numbers)].sort((a, b) => a - b) : undefined
}

function weekdaysOf(text: string | undefined): OrdinalWeekday[] | undefined {
  if (!text) return undefined
  const weekdays = [...new Set(listOf(text))].map(ordinalWeekday)
  return weekdays.length > 0 ? weekdays : undefined
}

function ordinalWeekday(entry: string): OrdinalWeekday {
  const match = /^([+-]?\d+)?([A-Z]{2})$/.exec(entry)
  if (!match) throw new IcalError('rule with an unreadable BYDAY')
  const [, ordinal, weekday] = match
  if (ordinal === undefined) return { ordinal: 0, weekday: weekdayIndex(weekday!) }
  if (Number(ordinal) === 0 || Math.abs(Number(ordinal)) > 53) throw new IcalError('rule with an impossible BYDAY')
  return { ordinal: Number(ordinal), weekday: weekdayIndex(weekday!) }
}

function weekdayIndex(name: string): number {
  const index = weekdayNamed(name)
  if (index < 0) throw new IcalError('rule with an unknown weekday')
  return index
}
