import { civilOf, dayNumber, daysInMonth, weekdayOf } from '../ical/civil'
import { isCounted, isLedNumber, isSection } from './number-context'
import { readOrdinal } from './numbers'
import type { Sentence } from './sentence'
import { COMING, LAST, MONTHS, NEXT, set, TO, WEEKDAY_NAMES, WEEKDAY_SHORTS } from './words'

/** Where a sentence is said. */
export interface Place {
  /** Day number of the day before which no day is meant: today, or the first of several. */
  today: number
  /** Day number of the day on which it is said. */
  said: number
  /** Day number of the day looked at. */
  looked: number
  /** Seconds since midnight on the household's clock. */
  second: number
  /** UTC seconds. */
  now: number
  language: 'en' | 'de'
  /** 3/4 is the fourth of March. */
  isMonthFirst: boolean
}

/** A day, or the days from one to another. */
export interface Days {
  from: number
  to: number
  /** Day numbers; the last inclusive. */
  first: number
  last: number
  /** `date`: named in the calendar or from today; `weekday`: by its weekday alone. */
  kind: 'date' | 'weekday'
  /** It may as well be a name: Mo Training 17 Uhr, Mo Salah. */
  isGuess?: boolean
  /** Each was named: the 5th and 6th. */
  isEach?: boolean
  /** A series lasts as long as they do: every day next week. */
  isWhole?: boolean
  /** It is called so, and stays in the title: Silvester. */
  isName?: boolean
  /** It was called today. */
  isToday?: boolean
  /** Day number of the Monday of the week that was said: Thursday next week. */
  monday?: number
  /** A time that it was said with, in minutes: in two hours. */
  minutes?: number
}

/** Where what follows a day is looked for; tomorrow is still counted from when it is said. */
export const behindDay = (place: Place, day: number): Place => ({ ...place, today: day, looked: day })

/** One day, which the words from `at` to `to` say. */
export const single = (at: number, to: number, day: number, kind: Days['kind']): Days => ({
  from: at,
  to,
  first: day,
  last: day,
  kind,
})

export interface Written {
  day: number
  month: number
  year?: number
  to: number
}

/** A date with a day and a month at a place of the sentence; null: there is none. */
export function readWritten(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  const written = readCalendarDate(sentence, at, place, isLed)
  const day = written === null ? null : dayOfWritten(written, place)
  return day === null ? null : single(at, written!.to, day, 'date')
}

/** 3 August, August 3rd, 3.8., 3/8, 3-Aug, with or without a year. */
export function readCalendarDate(sentence: Sentence, at: number, place: Place, isLed: boolean): Written | null {
  // Termin 3.12. is a date, and Termin 3 none.
  if (isSection(sentence, at) || (isCounted(sentence, at) && !sentence.isGlued(at + 1, '.'))) return null
  const month = MONTHS.get(sentence.key(at))
  if (month !== undefined) {
    const day = readNumber(sentence, sentence.key(dot(sentence, at + 1)) === 'the' ? at + 2 : dot(sentence, at + 1))
    if (day === null || isTimeNext(sentence, day.to) || sentence.isGlued(day.to, '.')) return null
    // Jan 9.1. is the day of somebody.
    if (sentence.number(day.to) !== null && sentence.tokens[day.to]!.isGlued) return null
    return withYear(sentence, { ...day, month }, sentence.key(day.to) === ',' ? day.to + 1 : day.to)
  }
  const first = readNumber(sentence, at)
  if (first === null) return null
  const hyphened = sentence.isGlued(first.to, '-') ? MONTHS.get(sentence.key(first.to + 1)) : undefined
  if (hyphened !== undefined && sentence.tokens[first.to + 1]!.isGlued) {
    const year = sentence.isGlued(first.to + 2, '-') ? yearAt(sentence, first.to + 3, true) : null
    return { ...first, month: hyphened, to: first.to + 2, ...year }
  }
  const name = MONTHS.get(sentence.key(sentence.key(first.to) === 'of' ? first.to + 1 : first.to))
  if (name !== undefined) {
    const to = dot(sentence, sentence.key(first.to) === 'of' ? first.to + 2 : first.to + 1)
    return withYear(sentence, { ...first, month: name, to }, to)
  }
  return readNumeric(sentence, at, place, isLed)
}

function readNumeric(sentence: Sentence, at: number, place: Place, isLed: boolean): Written | null {
  const { isMonthFirst, language } = place
  const [one, other] = [sentence.number(at), sentence.number(at + 2)]
  if (one === null || other === null || isWithin(sentence, at)) return null
  const hyphened = readHyphened(sentence, at, place)
  if (hyphened !== null) return hyphened
  // 15.12 and 15/12 are December everywhere.
  const isDayFirst = one > 12 && one <= 31 && other <= 12
  if (sentence.isGlued(at + 1, '.')) {
    const isDotted = sentence.isGlued(at + 3, '.')
    const year = isDotted ? yearAt(sentence, at + 4, true) : null
    const isGerman = language === 'de' || (isDayFirst && isBesideTime(sentence))
    if (!isDotted && !isLed && !(isGerman && isDateAlone(sentence, at))) return null
    if (!isDotted && (isTimeNext(sentence, at + 3) || isTimeOnWeekday(sentence, at, place))) return null
    // 11.30.2026 is American.
    const [day, month] = year !== null && other > 12 ? [other, one] : [one, other]
    return { day, month, to: year?.to ?? at + (isDotted ? 4 : 3), ...(year && { year: year.year }) }
  }
  if (!sentence.isGlued(at + 1, '/') || !sentence.token(at + 2)!.isGlued) return null
  const year = sentence.isGlued(at + 3, '/') ? yearAt(sentence, at + 4, true) : null
  // 7/16 is July everywhere, and so are 7/12-7/16 and 7/16-8/1.
  const isAmerican = other > 12 || isAmericanBeside(sentence, at)
  const [day, month] = (isMonthFirst && !isDayFirst) || isAmerican ? [other, one] : [one, other]
  const isSure =
    isLed ||
    year !== null ||
    isBeside(sentence, at, at + 3) ||
    isBeforeSlashed(sentence, at + 3) ||
    isTimed(sentence, at, one, other)
  const isAlways = one === 24 && other === 7 && year === null && !isLed
  if (!isSure || isAlways) return null
  return { day, month, to: year?.to ?? at + 3, ...(year && { year: year.year }) }
}

/** 11-30-2026. */
function readHyphened(sentence: Sentence, at: number, { isMonthFirst }: Place): Written | null {
  const [one, other] = [sentence.number(at), sentence.number(at + 2)]
  const isGlued = [at + 1, at + 3].every((sign) => sentence.isGlued(sign, '-') && sentence.tokens[sign + 1]?.isGlued)
  const year = isGlued && sentence.tokens[at + 4]!.text.length === 4 ? yearAt(sentence, at + 4, true) : null
  if (one === null || other === null || year === null) return null
  const [day, month] = isMonthFirst || other > 12 ? [other, one] : [one, other]
  return { day, month, ...year }
}

/** 12/5 soccer game 9am: a date beside a time elsewhere, unless a fraction of something. */
function isTimed(sentence: Sentence, at: number, one: number, other: number): boolean {
  const isFraction = one < other && [2, 3, 4, 8].includes(other)
  const isBeforeWord = sentence.token(at + 3)?.kind === 'word'
  return !isFraction && isBeforeWord && isBesideTime(sentence)
}

const isBesideTime = (sentence: Sentence) => sentence.understood.some(({ field }) => field === 'when')

/** Thu 15.10-15.20, where the fifteenth is no Thursday: a range that ends as no date does, or a time to five minutes. */
function isTimeOnWeekday(sentence: Sentence, at: number, place: Place): boolean {
  let before = at - 1
  while ([',', '.'].includes(sentence.tokens[before]?.key ?? '')) before -= 1
  const name = sentence.tokens[before]?.key ?? ''
  const weekday = WEEKDAY_NAMES.get(name) ?? WEEKDAY_SHORTS.get(name)
  const day = dayOfPair(sentence, at, place)
  if (weekday === undefined || day === null || weekdayOf(day) === weekday) return false
  const [hour, minute] = [sentence.number(at)!, sentence.number(at + 2)!]
  if (hour > 24 || sentence.tokens[at + 2]!.text.length < 2) return false
  if (TO.has(sentence.key(at + 3))) return isTimeBehindTo(sentence, at + 4, place)
  // A date that is over is no time: it was that weekday.
  const { year, month, day: date } = civilOf(day)
  const isOver = weekdayOf(dayNumber(year - 1, month, date)) === weekday
  return hour >= 6 && minute % 5 === 0 && !isOver && !sentence.isTaken(at + 3)
}

function isTimeBehindTo(sentence: Sentence, at: number, place: Place): boolean {
  if (sentence.number(at) === null || !sentence.isGlued(at + 1, '.')) return sentence.number(at) !== null
  return sentence.number(at + 2) !== null && dayOfPair(sentence, at, place) === null
}

/** The day of 15.10, if it were a date. */
function dayOfPair(sentence: Sentence, at: number, place: Place): number | null {
  const [day, month] = [sentence.number(at), sentence.number(at + 2)]
  return day === null || month === null ? null : dayOfWritten({ day, month }, place)
}

/** It goes on from something that is no dash, no bracket, and not the slash of 5./6.12. */
const isWithin = (sentence: Sentence, at: number) => {
  const before = sentence.tokens[at - 1]
  if (!sentence.tokens[at]!.isGlued || before === undefined || TO.has(before.key) || before.key === '(') return false
  return !(before.key === '/' && sentence.tokens[at - 2]?.key === '.')
}

/** German: 4.12 beside a time, 30.11 at the end. */
function isDateAlone(sentence: Sentence, at: number): boolean {
  const to = at + 3
  if (sentence.tokens[to] === undefined) return at > 0 && sentence.tokens[at + 2]!.text.length === 2
  return isBeside(sentence, at, to)
}

/** 20/12 - 3/1, and nothing behind that would be counted by it. */
function isBeforeSlashed(sentence: Sentence, at: number): boolean {
  const isDate = sentence.number(at + 1) !== null && slashedAt(sentence, at + 1) !== null
  const hasYear = sentence.isGlued(at + 4, '/') && yearAt(sentence, at + 5, true) !== null
  const isBetween = TO.has(sentence.key(at)) || ['and', 'und', '&'].includes(sentence.key(at))
  return isBetween && isDate && (hasYear || isBeside(sentence, at + 1, at + 4))
}

/** Whether the date at the other end of a range can be month-first alone. */
function isAmericanBeside(sentence: Sentence, at: number): boolean {
  const to = sentence.isGlued(at + 3, '/') ? at + 5 : at + 3
  const from = sentence.isGlued(at - 3, '/') && sentence.isGlued(at - 5, '/') ? at - 6 : at - 4
  const isFirst = TO.has(sentence.key(to)) && (slashedAt(sentence, to + 1) ?? 0) > 12
  const isLast = TO.has(sentence.key(at - 1)) && (slashedAt(sentence, from) ?? 0) > 12
  return isFirst || isLast
}

/** The second number of 7/16. */
const slashedAt = (sentence: Sentence, at: number) => (sentence.isGlued(at + 1, '/') ? sentence.number(at + 2) : null)

/** At the end, or next to what was understood or is a time. */
const isBeside = (sentence: Sentence, from: number, to: number) =>
  (from > 0 && sentence.tokens[to] === undefined) ||
  sentence.isTaken(to) ||
  (sentence.key(to) === ',' && sentence.isTaken(to + 1)) ||
  sentence.isTaken(from - 1) ||
  isLedNumber(sentence, to)

const isTimeNext = (sentence: Sentence, at: number) =>
  sentence.isGlued(at, ':') || ['uhr', 'pm', 'h'].includes(sentence.key(at)) || sentence.isGlued(at, 'am')

/** 15, 15., 15th, 1st, fifteenth. */
export function readNumber(sentence: Sentence, at: number): { day: number; to: number } | null {
  const ordinal = readOrdinal(sentence, at)
  if (ordinal !== null) return { day: ordinal.value, to: ordinal.to }
  const day = sentence.number(at)
  if (day === null || day < 1 || day > 31) return null
  const isOrdinal = ['st', 'nd', 'rd', 'th'].includes(sentence.key(at + 1)) && sentence.tokens[at + 1]!.isGlued
  return { day, to: isOrdinal ? at + 2 : dot(sentence, at + 1) }
}

/** Behind a full stop, where there is one. */
export const dot = (sentence: Sentence, at: number) => (sentence.isGlued(at, '.') ? at + 1 : at)

/** A date with the year that stands behind it, if one does. */
export function withYear(sentence: Sentence, written: Written, at: number): Written {
  const isShort = sentence.key(at) === "'"
  const year = isShort ? yearAt(sentence, at + 1, true) : yearAt(sentence, at, false)
  return year === null || isTimeNext(sentence, year.to) ? written : { ...written, ...year }
}

function yearAt(sentence: Sentence, at: number, isGlued: boolean): { year: number; to: number } | null {
  const year = sentence.number(at, 4)
  const token = sentence.tokens[at]
  if (year === null || (isGlued && token!.text.length === 2 && !token!.isGlued)) return null
  if (token!.text.length === 2 && isGlued) return { year: 2000 + year, to: at + 1 }
  return year >= 1900 && year < 2200 ? { year, to: at + 1 } : null
}

/** With a number before them: am 2. Advent, on the 2nd floor. */
const NUMBERED = set(
  'advent geburtstag schultag spieltag tag termin feiertag weihnachtstag stock klasse platz mal sonntag montag birthday anniversary floor grade street avenue place round half quarter',
)
const AFTER_DAY = set('at of in from with for um ab von bis gegen')
/** On the tenth, am zehnten; not the second of something. */
const isLedOrdinal = (sentence: Sentence, at: number) =>
  sentence.key(at - 1) === 'am' || sentence.reads(at - 2, 'on', 'the')

const OF_MONTH = set('of in im des')
const THIS = set('this dieses diesen diesem')
const MONTH = set('month monat monats')

/** Of next month, im nächsten Monat, dieses Monats: the first of it, and how many days it has. */
export function readMonthFromNow(
  sentence: Sentence,
  at: number,
  { today }: Pick<Place, 'today'>,
): { first: number; length: number; to: number } | null {
  const lead = OF_MONTH.has(sentence.key(at)) ? at + 1 : at
  const from = sentence.key(lead) === 'the' ? lead + 1 : lead
  const key = sentence.key(from)
  const ahead = NEXT.has(key) || COMING.has(key) ? 1 : THIS.has(key) ? 0 : null
  if (ahead === null || !MONTH.has(sentence.key(from + 1))) return null
  const civil = civilOf(today)
  const [year, month] = [civil.year + Math.floor((civil.month - 1 + ahead) / 12), ((civil.month - 1 + ahead) % 12) + 1]
  return { first: dayNumber(year, month, 1), length: daysInMonth(year, month), to: from + 2 }
}

/** The 28th of next month, am letzten Tag dieses Monats. */
export function readDayInMonth(sentence: Sentence, at: number, place: Pick<Place, 'today'>): Days | null {
  const ahead = readMonthFromNow(sentence, at, place)
  if (ahead !== null) return readDayBehindMonth(sentence, at, ahead)
  const isLast = LAST.has(sentence.key(at)) && ['day', 'tag'].includes(sentence.key(at + 1))
  const number = isLast ? { day: null, to: at + 2 } : readNumber(sentence, at)
  const month = number === null ? null : readMonthFromNow(sentence, number.to, place)
  if (number === null || month === null || isCounted(sentence, at)) return null
  const day = number.day ?? month.length
  return day > month.length ? null : single(at, month.to, month.first + day - 1, 'date')
}

/** Next month on the 8th, nächsten Monat am 8. */
function readDayBehindMonth(
  sentence: Sentence,
  at: number,
  { first, length, to }: { first: number; length: number; to: number },
): Days | null {
  if (!['on', 'am'].includes(sentence.key(to))) return null
  const from = sentence.key(to + 1) === 'the' ? to + 2 : to + 1
  const number = readNumber(sentence, from)
  if (number === null || number.to === from + 1 || number.day > length) return null
  return single(at, number.to, first + number.day - 1, 'date')
}

/** The 15th, am 15. `isSure`: its weekday stands before it. */
export function readDayOfMonth(
  sentence: Sentence,
  at: number,
  { today }: Place,
  isLed: boolean,
  isSure = false,
): Days | null {
  const isWord = sentence.number(at) === null
  const number = readNumber(sentence, at)
  if (number === null || (isWord ? !isLedOrdinal(sentence, at) : number.to === at + 1) || isCounted(sentence, at))
    return null
  // There is no 31st of that month.
  if (readMonthFromNow(sentence, number.to, { today }) !== null) return null
  const isDotted = sentence.key(at + 1) === '.'
  const next = sentence.tokens[number.to]
  if ((!isLed && !isBeforeTime(sentence, number.to)) || (next?.kind === 'number' && next.isGlued)) return null
  if (isDotted && NUMBERED.has(next?.key ?? '')) return null
  if (!isDotted && !isSure && !isBeforeTitle(sentence, at, number.to)) return null
  const { year, month } = civilOf(today)
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const [y, m] = [year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1]
    const day = number.day <= daysInMonth(y, m) ? dayNumber(y, m, number.day) : -1
    if (day >= today) return single(at, number.to, day, 'date')
  }
  return null
}

/** Dentist 17th 14:20. */
export const isBeforeTime = (sentence: Sentence, to: number) =>
  sentence.understood.some(({ field, from }) => field === 'when' && from === sentence.tokens[to]?.from)

/** The 15th of something is no day; on the 15th Choir, with a capital, is one before its title. */
function isBeforeTitle(sentence: Sentence, at: number, to: number): boolean {
  const next = sentence.token(to)
  if (next?.kind !== 'word' || AFTER_DAY.has(next.key)) return true
  return sentence.key(at - 2) === 'on' && /^\p{Lu}/u.test(next.text) && !NUMBERED.has(next.key)
}

export const HALF_A_YEAR = 182

/** Without a year the one next to the day looked at, and never a past one. Null for none that exists. */
export function dayOfWritten({ day, month, year }: Omit<Written, 'to'>, { today, looked }: Place): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(2000, month)) return null
  if (year !== undefined) return day <= daysInMonth(year, month) ? dayNumber(year, month, day) : null
  const base = Math.max(today, looked - HALF_A_YEAR)
  const first = civilOf(base).year
  for (let candidate = first; candidate < first + 9; candidate += 1) {
    if (day > daysInMonth(candidate, month)) continue
    const found = dayNumber(candidate, month, day)
    if (found >= base) return found
  }
  return null
}
