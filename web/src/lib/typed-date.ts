import { addMonths, monthStart } from './layout'
import { DAY, dayOf, dayOfIso, positionInWeek } from './tz'

/** What decides which day is meant where the text leaves it open. */
export interface DateHabits {
  today: number
  /** Whether `12/24` is Christmas Eve; with points the day always stands first. */
  isMonthFirst: boolean
  /** Without a year, the first such day from here on is meant … */
  earliest?: number
  /** … or the last one up to here. */
  latest?: number
}

/** Whether a locale writes the month before the day. */
export const isMonthFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0)[0]?.type === 'month'

/** A day without a year that lies less than this back is meant as it was. */
const RECENT_DAYS = 31
const LANGUAGES = ['en', 'de']
const RELATIVE: Record<string, number> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  ubermorgen: 2,
  uebermorgen: 2,
  yesterday: -1,
  gestern: -1,
  vorgestern: -2,
}

/**
 * Reads a date as people type it, in English or German: `24`, `24.12.`, `12/24`, `24 Dec 2026`, `Dec 24`, `Tue, 24 Nov
 * 2026`, `2026-12-24`, `241226`, `fri`, `tomorrow`, `in 2 weeks`. A weekday beside a date says nothing.
 *
 * @returns the day, or null when it is none.
 */
export function parseDate(text: string, habits: DateHabits): number | null {
  const said = plain(text)
  const relative = RELATIVE[said]
  if (relative !== undefined) return habits.today + relative
  const date = withoutWeekday(said)
  if (date === '') return dayOfWeekday(said, habits)
  return distance(date, habits) ?? numericDate(date, habits) ?? wordedDate(date, habits)
}

/** As it is compared: lower case, without accents, commas and double spaces. */
export const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s,]+/g, ' ')

const withoutWeekday = (text: string) => text.replace(/^\p{L}+\.? ?/u, (word) => (weekdayOf(word) === null ? word : ''))

function dayOfWeekday(text: string, { today, earliest = today }: DateHabits): number | null {
  const weekday = weekdayOf(text)
  // Day 0 is a Thursday.
  return weekday === null ? null : earliest + positionInWeek(weekday - 4, positionOf(earliest))
}

/** 0 (Sunday) to 6 of a day. */
const positionOf = (day: number) => positionInWeek(day, 0)

function distance(text: string, { today }: DateHabits): number | null {
  const match = /^in (\d{1,3}|an?|einem|einer) (day|week|month|tag|woche|monat)(?:s|e|en|n)?$/.exec(text)
  if (match === null) return null
  const [, number = '', unit = ''] = match
  const count = /\d/.test(number) ? Number(number) : 1
  if (unit.startsWith('mon')) return addMonths(today, count)
  return today + count * (unit === 'day' || unit === 'tag' ? 1 : 7)
}

function numericDate(text: string, habits: DateHabits): number | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso !== null) return dayAt(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts =
    /^(\d{1,2})([./-]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2})?)?$/.exec(text) ?? /^(\d\d)()(\d\d)(\d{4}|\d{2})?$/.exec(text)
  if (parts === null) {
    const [, alone] = /^(\d{1,2})\.?$/.exec(text) ?? []
    return alone === undefined ? null : dayOfMonth(Number(alone), habits)
  }
  const [, one = '', separator, other = '', year] = parts
  const ordered = habits.isMonthFirst && separator !== '.'
  const [day, month] = ordered ? [Number(other), Number(one)] : [Number(one), Number(other)]
  // No month has a number above 12: the other order was meant.
  if (month > 12 && separator !== '.') return inYear(day, month, year, habits)
  return inYear(month, day, year, habits)
}

function wordedDate(text: string, habits: DateHabits): number | null {
  const words = text.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1').match(/\d+|\p{L}+/gu) ?? []
  const [month, ...others] = words.flatMap((word) => monthOf(word) ?? [])
  const [one, other, ...more] = words.filter((word) => monthOf(word) === null)
  if (month === undefined || others.length > 0 || one === undefined || more.length > 0) return null
  const isDay = /^\d{1,2}$/.test(one) && (other === undefined || /^(\d{4}|\d{2})$/.test(other))
  return isDay ? inYear(month, Number(one), other, habits) : null
}

function inYear(month: number, day: number, year: string | undefined, habits: DateHabits): number | null {
  if (year === undefined) {
    const thisYear = yearOf(habits.today)
    // 29 February may be eight years away.
    const years = Array.from({ length: 17 }, (_, index) => thisYear - 8 + index)
    return meant(
      years.map((one) => dayAt(one, month, day)),
      habits,
    )
  }
  if (year.length === 4) return dayAt(Number(year), month, day)
  const found = dayAt(2000 + Number(year), month, day)
  const isTooLate = found !== null && habits.latest !== undefined && found > habits.latest
  return isTooLate ? dayAt(1900 + Number(year), month, day) : found
}

function dayOfMonth(day: number, habits: DateHabits): number | null {
  const { today, earliest, latest } = habits
  const around = monthStart(earliest ?? latest ?? today)
  const months = Array.from({ length: 7 }, (_, index) => new Date(addMonths(around, index - 3) * DAY))
  const days = months.map((month) => dayAt(month.getUTCFullYear(), month.getUTCMonth() + 1, day))
  return meant(days, habits, earliest ?? today)
}

/** Of the days that it could be, in order: the last up to the latest, else the first `from` a day on. */
function meant(
  days: readonly (number | null)[],
  { today, earliest, latest }: DateHabits,
  from = earliest ?? today - RECENT_DAYS,
): number | null {
  const known = days.filter((day) => day !== null)
  if (earliest === undefined && latest !== undefined) return known.findLast((day) => day <= latest) ?? null
  return known.find((day) => day >= from) ?? null
}

/** Null where the month has no such day. */
function dayAt(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? dayOf(date.getTime()) : null
}

export const yearOf = (day: number) => new Date(day * DAY).getUTCFullYear()

const SHORTEST_MONTH = 3
const SHORTEST_WEEKDAY = 2

/** 1 to 12 of a month's name or its beginning. */
export function monthOf(word: string): number | null {
  const place = placeOf(word, names('month'), SHORTEST_MONTH)
  return place === null ? null : place + 1
}

/** 0 (Sunday) to 6 of a weekday's name or its beginning. */
const weekdayOf = (word: string) => placeOf(word.replace(/\W+$/, ''), names('weekday'), SHORTEST_WEEKDAY)

function placeOf(word: string, known: readonly (readonly string[])[], shortest: number): number | null {
  if (word.length < shortest) return null
  const place = known.findIndex((ofOne) => ofOne.some((name) => name.startsWith(word)))
  return place < 0 ? null : place
}

const SOME_SUNDAY = dayOfIso('2026-11-15')
const made = new Map<string, string[][]>()

/** The names of the months or weekdays, in both languages. */
function names(part: 'month' | 'weekday'): string[][] {
  const before = made.get(part)
  if (before !== undefined) return before
  const days = part === 'month' ? Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1)) : week()
  const formats = LANGUAGES.map((language) => new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }))
  const found = days.map((day) => formats.map((format) => plain(format.format(day))))
  if (part === 'month') found[2]!.push('maerz', 'mrz')
  made.set(part, found)
  return found
}

const week = () => Array.from({ length: 7 }, (_, index) => (SOME_SUNDAY + index) * DAY)
