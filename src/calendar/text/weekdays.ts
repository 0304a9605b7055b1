import { civilOf, dayNumber, daysInMonth, weekdayOf } from '../ical/civil'
import { isEdge } from './clock-range'
import {
  type Days,
  isBeforeTime,
  type Place,
  readDayInMonth,
  readDayOfMonth,
  readMonthFromNow,
  readNumber,
  readWritten,
  single,
  withYear,
} from './dates'
import { readLength } from './lengths'
import { isMoved } from './moved'
import { isLedNumber, isNumberRange } from './number-context'
import type { Sentence } from './sentence'
import { isWeekdayAt } from './weekday-list'
import { COMING, DAY_PARTS, LAST, MONTHS, NEXT, set, TO, WEEKDAY_NAMES, WEEKDAY_SHORTS } from './words'

const AFTER_NEXT = set('uebernaechsten uebernaechster uebernaechste uebernaechstes')
/** Of the week after this; the German words mean the one that comes first. */
const ENGLISH_NEXT = set('next nxt')

const NAMED_DAYS = set('good black easter shrove ash cyber palm super frau herr herrn hr fr mr mrs ms dr familie')

/** The second Monday in December, letzter Freitag im Mai, the first Monday of next month. */
export function readNthWeekday(sentence: Sentence, at: number, place: Place): Days | null {
  const isLast = LAST.has(sentence.key(at))
  const number = readNumber(sentence, at)
  const nth = isLast ? -1 : (number?.day ?? null)
  const from = number?.to ?? at + 1
  const weekday = WEEKDAY_NAMES.get(sentence.key(from))
  if (nth === null || nth > 5 || weekday === undefined) return null
  const fromNow = readMonthFromNow(sentence, from + 1, place)
  if (fromNow !== null) {
    const day = nthIn(fromNow, weekday, nth)
    return day === undefined ? null : single(at, fromNow.to, day, 'date')
  }
  const month = ['in', 'im', 'of'].includes(sentence.key(from + 1)) ? MONTHS.get(sentence.key(from + 2)) : undefined
  if (month === undefined) return null
  const { year } = civilOf(place.today)
  for (const candidate of [year, year + 1]) {
    const length = daysInMonth(candidate, month)
    const day = nthIn({ first: dayNumber(candidate, month, 1), length }, weekday, nth)
    if (day !== undefined && day >= place.today) return single(at, from + 3, day, 'date')
  }
  return null
}

/** The day of a month that is the nth of its weekday; -1: the last. */
function nthIn({ first, length }: { first: number; length: number }, weekday: number, nth: number): number | undefined {
  const days = Array.from({ length }, (_, index) => first + index).filter((day) => weekdayOf(day) === weekday)
  return days.at(nth > 0 ? nth - 1 : -1)
}

/** This weekend, am nächsten Wochenende, the weekend after next: Saturday and Sunday. */
export function readWeekend(sentence: Sentence, at: number, { today, looked }: Place, isLed: boolean): Days | null {
  const key = sentence.key(at)
  const isNext = NEXT.has(key)
  const isAfterNext = AFTER_NEXT.has(key)
  const from = isNext || isAfterNext ? at + 1 : at
  if (!['weekend', 'wochenende'].includes(sentence.key(from))) return null
  const isBehind = isAfterNextAt(sentence, from + 1)
  const isOften = sentence.key(at - 1) === 'jedes'
  if (isOften || !(isLed || isNext || isAfterNext || isBehind)) return null
  const base = Math.max(today, looked)
  const saturday = base - weekdayOf(base) + SATURDAY
  const to = isBehind ? from + 3 : from + 1
  if (!(isNext || isAfterNext || isBehind))
    return { from: at, to, first: Math.max(base, saturday), last: saturday + 1, kind: 'weekday' }
  const isEnglish = isBehind || ENGLISH_NEXT.has(key)
  const next = isEnglish || base >= saturday ? saturday + 7 : saturday
  const first = isAfterNext || isBehind ? next + 7 : next
  return { from: at, to, first, last: first + 1, kind: 'weekday' }
}

/** Behind a day: Tuesday after next. */
const isAfterNextAt = (sentence: Sentence, at: number) =>
  sentence.reads(at, 'after', 'next') && !['week', 'month', 'year'].includes(sentence.key(at + 2))

const SATURDAY = 5

/** Whole weeks, in days: a week, two weeks, 14 Tagen; eight days are one, too. */
function readWeeks(sentence: Sentence, at: number): { days: number; to: number } | null {
  const length = readLength(sentence, at)
  const days = length?.days === 8 ? 7 : (length?.days ?? 0)
  return days === 0 || days % 7 > 0 ? null : { days, to: length!.to }
}

/** A week from, two weeks on: in days. */
function readWeeksFrom(sentence: Sentence, at: number): { days: number; to: number } | null {
  const weeks = readWeeks(sentence, at)
  return weeks !== null && ['from', 'on'].includes(sentence.key(weeks.to)) ? { ...weeks, to: weeks.to + 1 } : null
}

/** Friday, next Friday, Friday next week, in zwei Wochen am Freitag, Friday week, Freitag in zwei Wochen, a week on Friday. */
export function readWeekday(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  const { today, looked } = place
  const base = Math.max(today, looked)
  const isNext = NEXT.has(sentence.key(at))
  const isLast = LAST.has(sentence.key(at))
  const weeksFrom = readWeeksFrom(sentence, at)
  const isAfterNext = AFTER_NEXT.has(sentence.key(at))
  const weeks = readWeek(sentence, at, today) ?? readInWeeks(sentence, at)
  let from = weeks?.to ?? (weeksFrom !== null ? weeksFrom.to : isNext || isLast || isAfterNext ? at + 1 : at)
  while (weeks !== null && ['on', 'am', 'den', ','].includes(sentence.key(from))) from += 1
  const key = sentence.key(from)
  const full = WEEKDAY_NAMES.get(key)
  const weekday = full ?? WEEKDAY_SHORTS.get(key)
  if (weekday === undefined) return null
  let to = from + 1
  if (full === undefined && sentence.isGlued(to, '.')) to += 1
  const isGuess = full === undefined && isGuessed(sentence, from)
  if (
    full === undefined &&
    !isGuess &&
    !isShortWeekday(sentence, from, isLed || isNext || isLast || isAfterNext || weeksFrom !== null || weeks !== null)
  )
    return null
  if (full === undefined ? isLady(sentence, from) : isNamed(sentence, from)) return null
  if (sentence.key(to) === "'") return null
  // Wednesday 2 December is that date.
  let date = to
  while (['the', 'den', 'dem', ','].includes(sentence.key(date))) date += 1
  const written = readWrittenOn(sentence, date, place, weekday) ?? readDayItself(sentence, date, place, weekday)
  if (written !== null && !isNext && !isLast && !isAfterNext && weeksFrom === null) return { ...written, from: at }
  const week = weeks ?? readWeek(sentence, sentence.key(to) === 'in' ? to + 1 : to, today)
  const monday = today - weekdayOf(today)
  if (week !== null) {
    const ahead = monday + 7 * week.weeks
    return { ...single(at, Math.max(to, week.to), ahead + weekday, 'date'), monday: ahead }
  }
  const coming = base + ((weekday - weekdayOf(base) + 7) % 7)
  if (isLast) return single(at, to, today - 7 + ((weekday - weekdayOf(today) + 7) % 7), 'date')
  if (weeksFrom !== null) return single(at, to, coming + weeksFrom.days, 'date')
  const isBehind = isAfterNextAt(sentence, to)
  const isEnglish = isBehind || ENGLISH_NEXT.has(sentence.key(at))
  const next = isEnglish ? monday + 7 + weekday : coming === today ? coming + 7 : coming
  if (isAfterNext || isBehind) return single(at, isBehind ? to + 2 : to, next + 7, 'date')
  if (sentence.key(to) === 'week') return single(at, to + 1, coming + 7, 'date')
  const later = sentence.key(to) === 'in' ? readWeeks(sentence, to + 1) : null
  if (later !== null) return single(at, later.to, coming + later.days, 'date')
  const isTodays = coming === today && COMING.has(sentence.key(from - 1))
  if (!isNext) return { ...single(at, to, isTodays ? coming + 7 : coming, 'weekday'), ...(isGuess && { isGuess }) }
  return single(at, to, next, 'date')
}

/** Black Friday, Frau Montag, Dr. Freitag. */
const isNamed = (sentence: Sentence, at: number) =>
  NAMED_DAYS.has(sentence.tokens[sentence.isGlued(at - 1, '.') ? at - 2 : at - 1]?.key ?? '')

const TO_SOMEBODY = set('mit bei von zu fuer an')
/** Mit Fr. Sommer. */
const isLady = (sentence: Sentence, at: number) =>
  sentence.key(at) === 'fr' &&
  sentence.isGlued(at + 1, '.') &&
  TO_SOMEBODY.has(sentence.key(at - 1)) &&
  !DAY_PARTS.has(sentence.key(at + 2)) &&
  /^\p{Lu}/u.test(sentence.token(at + 2)?.text ?? '')

/** The date behind a weekday: Sun 12/6 is whichever of both is a Sunday. */
function readWrittenOn(sentence: Sentence, at: number, place: Place, weekday: number): Days | null {
  const [said, other] = [place.isMonthFirst, !place.isMonthFirst].map((isMonthFirst) =>
    readWritten(sentence, at, { ...place, isMonthFirst }, true),
  )
  const isOther = other != null && weekdayOf(other.first) === weekday
  return isOther && (said == null || weekdayOf(said.first) !== weekday) ? other : (said ?? null)
}

/** Thursday the 3rd, where it is one. */
function readDayItself(sentence: Sentence, at: number, place: Place, weekday: number): Days | null {
  const days =
    readDayInMonth(sentence, at, place) ??
    readDayOfMonth(sentence, at, place, true, true) ??
    readMereDay(sentence, at, place)
  return days !== null && weekdayOf(days.first) === weekday ? days : null
}

const HOURS_A_DAY = 24

/** Sat 28, Tue 8 3pm: a number that is no hour. Without a time behind it, Germans write a date with a full stop. */
function readMereDay(sentence: Sentence, at: number, { today }: Place): Days | null {
  const number = sentence.number(at)
  const hasMore = ['/', '-', '.', ':'].some((sign) => sentence.isGlued(at + 1, sign))
  if (number === null || hasMore || !isEdge(sentence, at + 1) || isNumberRange(sentence, at)) return null
  const { year, month, day } = civilOf(today)
  const [y, m] = number >= day ? [year, month] : [year + Math.floor(month / 12), (month % 12) + 1]
  if (number < 1 || number > daysInMonth(y, m)) return null
  const found = dayNumber(y, m, number)
  // Sun 6 is that Sunday either way, and the hour says more.
  const isDate = sentence.language === 'en' && found - today >= 7
  return isDate || number > HOURS_A_DAY || isBeforeTime(sentence, at + 1) ? single(at, at + 1, found, 'date') : null
}

const BEFORE_WEEK = set('in the der die all whole ganze for fuer')
/** Not in that week, but from there on or up to there. */
const BOUNDS = set('end ende anfang mitte early late of from since until till by before after ab seit bis vor nach')

/** A whole week, Monday to Sunday: next week, in der nächsten Woche. */
export function readWholeWeek(sentence: Sentence, at: number, { today }: Place): Days | null {
  let from = at
  while (from - at < 3 && BEFORE_WEEK.has(sentence.key(from))) from += 1
  const week = readWeek(sentence, from, today)
  if (week === null || week.weeks === 0 || BOUNDS.has(sentence.key(at - 1))) return null
  if (goesOn(sentence, week.to)) return null
  const monday = today - weekdayOf(today) + 7 * week.weeks
  return { from: at, to: week.to, first: monday, last: monday + 6, kind: 'date' }
}

/** The first day of next week, of next month or of January, with its year or without; of what has begun, today. */
export function readFirstOf(sentence: Sentence, at: number, place: Place): Days | null {
  const { today } = place
  const week = readWeek(sentence, at, today)
  if (week !== null) return single(at, week.to, Math.max(today, today - weekdayOf(today) + 7 * week.weeks), 'date')
  const fromNow = readMonthFromNow(sentence, at, place)
  if (fromNow !== null) return single(at, fromNow.to, Math.max(today, fromNow.first), 'date')
  const month = MONTHS.get(sentence.key(at))
  if (month === undefined || sentence.number(at + 1) !== null) return null
  const { to, year } = withYear(sentence, { day: 1, month, to: at + 1 }, at + 1)
  const now = civilOf(today)
  const coming = month === now.month ? today : dayNumber(month < now.month ? now.year + 1 : now.year, month, 1)
  return single(at, to, year === undefined ? coming : Math.max(today, dayNumber(year, month, 1)), 'date')
}

/** In two weeks, before a weekday. */
function readInWeeks(sentence: Sentence, at: number): { weeks: number; to: number } | null {
  const weeks = sentence.key(at) === 'in' ? readWeeks(sentence, at + 1) : null
  return weeks === null ? null : { weeks: weeks.days / 7, to: weeks.to }
}

/** KW 50, the week of that number from now on (ISO 8601). */
function readNumberedWeek(sentence: Sentence, at: number, today: number): { weeks: number; to: number } | null {
  const from = sentence.key(at) === 'der' ? at + 1 : at
  const number = sentence.key(from) === 'kw' ? sentence.number(from + 1) : null
  if (number === null || number < 1) return null
  const { year } = civilOf(today)
  const mondays = [year - 1, year, year + 1].flatMap((each) => {
    // The first week is that of 4 January, and each that of its Thursday.
    const first = dayNumber(each, 1, 4) - weekdayOf(dayNumber(each, 1, 4))
    const monday = first + 7 * (number - 1)
    return civilOf(monday + 3).year === each ? [monday] : []
  })
  const thisMonday = today - weekdayOf(today)
  const monday = mondays.find((each) => each >= thisMonday)
  return monday === undefined ? null : { weeks: (monday - thisMonday) / 7, to: from + 2 }
}

/** Next week's, this week-long. */
const goesOn = (sentence: Sentence, at: number) => ["'", '-', '/'].some((sign) => sentence.isGlued(at, sign))

/** What is left of a week in which something is done on several days: every day this week, täglich in der KW 50. */
export function readWeekOfSeries(sentence: Sentence, at: number, { today }: Place): Days | null {
  let from = at
  while (from - at < 2 && ['in', 'der', 'during'].includes(sentence.key(from))) from += 1
  const week = readWeek(sentence, from, today)
  if (week === null || week.weeks < 0 || BOUNDS.has(sentence.key(at - 1)) || goesOn(sentence, week.to)) return null
  const monday = today - weekdayOf(today) + 7 * week.weeks
  return { from: at, to: week.to, first: Math.max(today, monday), last: monday + 6, kind: 'date', isWhole: true }
}

/** Next week, KW 50: how many weeks from this one. */
function readWeek(sentence: Sentence, at: number, today: number): { weeks: number; to: number } | null {
  const numbered = readNumberedWeek(sentence, at, today)
  if (numbered !== null) return numbered
  const from = sentence.key(at) === 'the' ? at + 1 : at
  if (!['week', 'woche'].includes(sentence.key(from + 1))) {
    const isAfter = sentence.reads(from, 'week', 'after', 'next')
    return isAfter ? { weeks: 2, to: from + 3 } : null
  }
  const key = sentence.key(from)
  if (NEXT.has(key) || key === 'kommende' || key === 'kommender') return { weeks: 1, to: from + 2 }
  if (['this', 'diese', 'dieser'].includes(key)) return { weeks: 0, to: from + 2 }
  return ['uebernaechste', 'uebernaechster', 'uebernaechsten'].includes(key) ? { weeks: 2, to: from + 2 } : null
}

/** They are no other words. */
const ONLY_DAYS = set('mon tue tues thu thur thurs fri')

/** An abbreviation, of most a capital one, that begins a sentence with a time in it; beside a word it is a guess. */
function isGuessed(sentence: Sentence, at: number): boolean {
  const next = sentence.token(at + 1)
  const { text, key } = sentence.tokens[at]!
  if (isHeading(sentence, at)) return true
  if (at > 0 || next?.kind !== 'word' || next.isGlued) return false
  if (!ONLY_DAYS.has(key) && !/^\p{Lu}/u.test(text)) return false
  return hasTime(sentence)
}

/** Sat: soccer, Fr: Kino; in English, So: and Do: are words. */
function isHeading(sentence: Sentence, at: number): boolean {
  const { text, key } = sentence.tokens[at]!
  if (at > 0 || !sentence.isGlued(at + 1, ':') || sentence.tokens[at + 2]?.isGlued !== false) return false
  if (key.length > 2) return true
  const isWord = sentence.language === 'en' && ['so', 'do'].includes(key)
  return /^\p{Lu}/u.test(text) && (!isWord || hasTime(sentence))
}

const hasTime = (sentence: Sentence) =>
  sentence.tokens.some((_, place) => sentence.isTaken(place) || isTime(sentence, place))

/** Do, 3.12. */
const isBeforeDate = (sentence: Sentence, at: number) =>
  sentence.key(at) === ',' && sentence.number(at + 1) !== null && sentence.isGlued(at + 2, '.')

/** In the morning, vormittags, noon, um 3. */
const isTime = (sentence: Sentence, at: number) =>
  isLedNumber(sentence, at) ||
  TWELVE.has(sentence.key(at)) ||
  DAY_PARTS.has(sentence.key(sentence.reads(at, 'in', 'the') ? at + 2 : at))
const TWELVE = set('noon midday midnight mitternacht')

/** Fr bis So, Fr auf Sa. */
const isRangeSign = (sentence: Sentence, at: number) =>
  TO.has(sentence.key(at)) || (sentence.key(at) === 'auf' && !isMoved(sentence))

/** An abbreviation is a day beside a time or a date, after a word that leads to it, or at the end. */
function isShortWeekday(sentence: Sentence, at: number, isLed: boolean): boolean {
  const { text, key } = sentence.tokens[at]!
  const next = sentence.tokens[at + 1]
  const before = sentence.tokens[at - 1]
  const isCapital = text[0] !== text[0]!.toLowerCase()
  if (isCapital && (isTime(sentence, at + 1) || isBeforeDate(sentence, at + 1))) return true
  const isBeforeNumber =
    next?.kind === 'number' ||
    (MONTHS.has(next?.key ?? '') && sentence.number(at + 2) !== null) ||
    (isRangeSign(sentence, at + 1) && isWeekdayAt(sentence, at + 2)) ||
    sentence.isTaken(at + 1) ||
    readInWeeks(sentence, at + 1) !== null ||
    ['-', '–', '.', 'um', 'ab', 'at', 'bis', 'kw'].includes(next?.key ?? '')
  if (isLed) return isCapital || key.length > 2 || isBeforeNumber || next === undefined
  if (next !== undefined && isBeforeNumber)
    return isCapital || key.length > 2 || next.kind === 'number' || sentence.isTaken(at + 1)
  if (before !== undefined && sentence.isTaken(at - 1)) return isCapital || key.length > 2
  if (next !== undefined && next.kind !== 'mark') return false
  return before !== undefined && (key.length > 2 || isCapital)
}
