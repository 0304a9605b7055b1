import { civilOf, formatIsoDate, weekdayOf } from '../ical/civil'
import {
  behindDay,
  type Days,
  dayOfWritten,
  dot,
  HALF_A_YEAR,
  type Place,
  readCalendarDate,
  readDayInMonth,
  readDayOfMonth,
  readNumber,
  readWritten,
  single,
  type Written,
  withYear,
} from './dates'
import { isMoved } from './moved'
import { readBound, readNamedDay } from './named-days'
import { readRelative } from './relative'
import type { Sentence } from './sentence'
import { readNthWeekday, readWeekday, readWeekend } from './weekdays'
import { MONTHS, set, TO, TODAY, TOMORROW, WEEKDAY_NAMES } from './words'

const BEFORE = set(
  'spaetestens on am an den der dem the vom von from ab this diesen dieser dieses coming kommenden kommender kommendes nur starting start beginning since seit until bis till zum',
)
/** The day that starts at a place, with the words that lead to it. */
export function readDays(sentence: Sentence, at: number, place: Place): Days | null {
  let start = at
  while (start - at < 3 && BEFORE.has(sentence.key(start))) start += 1
  for (let from = start; from >= at; from -= 1) {
    const days = readRange(sentence, from, place, from > at)
    if (days !== null) return { ...days, from: at }
  }
  return null
}

function readRange(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  const short = readShortRange(sentence, at, place, isLed)
  if (short !== null) return short
  const first = readDay(sentence, at, place, isLed)
  if (first === null) return null
  const to = sentence.reads(first.to, 'up', 'to') ? first.to + 1 : first.to
  if (sentence.key(to) === 'auf') return readOvernight(sentence, to + 1, place, first) ?? first
  if (AND_DAY.has(sentence.key(first.to))) return readBoth(sentence, first.to + 1, place, first) ?? first
  if (!TO.has(sentence.key(to))) return first
  let next = behindInclusive(sentence, to + 1)
  while (['the', 'zum', 'den', 'am'].includes(sentence.key(next))) next += 1
  const readLast = (from: number) => readDay(sentence, next, behindDay(place, from), true)
  const inWeek = inWeekOf(readDay(sentence, next, place, true), first)
  if (inWeek !== null) return inWeek
  const begun = readBegun(sentence, at, place, isLed, first)
  const goesOnTo = begun === null ? null : readLast(begun)
  if (goesOnTo !== null && goesOnTo.first >= place.today && goesOnTo.first < first.first)
    return { ...first, first: begun!, to: goesOnTo.to, last: goesOnTo.first }
  const last = readLast(first.first)
  if (last === null || last.first < first.first || last.isToday) return first
  return { ...first, to: last.to, last: last.first }
}

/** 5.12. und 6.12., today and tomorrow: a date and the next one. */
function readBoth(sentence: Sentence, at: number, place: Place, first: Days): Days | null {
  const last = first.kind === 'date' ? readDay(sentence, at, behindDay(place, first.first), true) : null
  const isNext = last?.kind === 'date' && last.last === first.last + 1 && first.last === first.first
  return isNext ? { ...first, to: last.to, last: last.last, isEach: true } : null
}

/** Von Freitag auf Samstag, vom 5.12. auf den 6.12.: a day and the next. */
function readOvernight(sentence: Sentence, at: number, place: Place, first: Days): Days | null {
  // The night from one to the other has its own hours.
  if (isMoved(sentence) || sentence.tokens.some(({ key }) => key === 'nacht')) return null
  const next = sentence.key(at) === 'den' ? at + 1 : at
  const inWeek = inWeekOf(readDay(sentence, next, place, true), first)
  const last = readDay(sentence, next, behindDay(place, first.first), true)
  const days = inWeek ?? (last === null ? null : { ...first, to: last.to, last: last.first })
  return days?.last === (days?.first ?? 0) + 1 ? days : null
}

const INCLUSIVE = [['and', 'including'], ['einschliesslich'], ['einschl'], ['inklusive'], ['inkl']]
/** Behind what says that the last day is meant as well: bis einschl., through and including. */
export function behindInclusive(sentence: Sentence, at: number): number {
  const said = INCLUSIVE.find((keys) => sentence.reads(at, ...keys))
  return said === undefined ? at : dot(sentence, at + said.length)
}

/** Monday to Thursday next week: both are in that week; Friday to Tuesday next week began in the one before. */
function inWeekOf(last: Days | null, first: Days): Days | null {
  if (last?.monday === undefined) return null
  const start = last.monday + weekdayOf(first.first)
  const begin = first.kind !== 'weekday' ? first.first : start <= last.first ? start : start - 7
  return begin > last.first ? null : { ...last, from: first.from, first: begin }
}

/** The day before today that a date without a year may mean as well: 28 December, said on the 31st. */
function readBegun(sentence: Sentence, at: number, place: Place, isLed: boolean, { first }: Days): number | null {
  const earlier = place.today - HALF_A_YEAR
  const before = readDay(sentence, at, behindDay(place, earlier), isLed)?.first ?? first
  const isSameDate = formatIsoDate(before).slice(5) === formatIsoDate(first).slice(5)
  return isSameDate && before < place.today ? before : null
}

/** 3.–14. August, the 12th to the 15th of May, May 12-15, 2027, 3.-14.8. */
function readShortRange(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  const month = MONTHS.get(sentence.key(at))
  if (month !== undefined) {
    const first = readNumber(sentence, dot(sentence, at + 1))
    const isAnd = first !== null && AND_DAY.has(sentence.key(first.to))
    if (first === null || !(isAnd || TO.has(sentence.key(first.to)))) return null
    const last = readNumber(sentence, behindInclusive(sentence, first.to + 1))
    if (last === null || last.day <= first.day || sentence.isGlued(last.to, ':')) return null
    if (isAnd && last.day > first.day + 1) return null
    const to = sentence.key(last.to) === ',' ? last.to + 1 : last.to
    const span = spanOf(place, first.day, withYear(sentence, { ...last, month }, to), at)
    return span === null ? null : { ...span, ...(isAnd && { isEach: true }) }
  }
  const first = sentence.isGlued(at - 1, '/') ? null : readNumber(sentence, at)
  const isAnd = first !== null && AND_DAY.has(sentence.key(first.to))
  if (first === null || !(isAnd || TO.has(sentence.key(first.to)))) return null
  const behind = behindInclusive(sentence, first.to + 1)
  const next = ['the', 'zum', 'den'].includes(sentence.key(behind)) ? behind + 1 : behind
  const inMonth = isAnd ? null : readDayInMonth(sentence, next, place)
  if (inMonth !== null) return spanInMonth(inMonth, first.day, at)
  const last = readCalendarDate(sentence, next, place, isLed)
  if (last === null || last.day <= first.day) return null
  const span = spanOf(place, first.day, last, at)
  // The 5th and the 12th of January: the first of them.
  if (span === null || !isAnd) return span
  return last.day > first.day + 1 ? single(at, first.to, span.first, 'date') : { ...span, isEach: true }
}
const AND_DAY = set('and und & /')

/** The 3rd to the 14th of next month. */
function spanInMonth({ to, last }: Days, day: number, at: number): Days | null {
  const first = last - (civilOf(last).day - day)
  return first < last ? { from: at, to, first, last, kind: 'date' } : null
}

function spanOf(place: Place, day: number, last: Written, at: number): Days | null {
  const end = dayOfWritten(last, place)
  return end === null ? null : { from: at, to: last.to, first: end - (last.day - day), last: end, kind: 'date' }
}

/** One day. `isLed`: a word before says that a day follows. */
function readDay(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  return (
    readCasual(sentence, at, place) ??
    readNamedDay(sentence, at, place, isLed) ??
    readBound(sentence, at, place) ??
    readNthWeekday(sentence, at, place) ??
    readWeekend(sentence, at, place, isLed) ??
    readWeekday(sentence, at, place, isLed) ??
    readWritten(sentence, at, place, isLed) ??
    readDayInMonth(sentence, at, place) ??
    readDayOfMonth(sentence, at, place, isLed) ??
    readRelative(sentence, at, place)
  )
}

const MORNINGS = set('am jeden guten heute diesen der den')
const THIS = set('this diesen')
const PARTS = set('morning afternoon evening morgen vormittag mittag nachmittag abend')

/** Today, tomorrow, the day after. */
function readCasual(sentence: Sentence, at: number, place: Place): Days | null {
  const key = sentence.key(at)
  const today = place.said
  if (TODAY.has(key)) {
    const later = key === 'heute' ? readLater(sentence, at, { ...place, today }) : null
    return later ?? { ...single(at, at + 1, today, 'date'), isToday: true }
  }
  // This morning is said of it when it is over, too.
  if (THIS.has(key) && PARTS.has(sentence.key(at + 1))) return { ...single(at, at + 1, today, 'date'), isToday: true }
  if (sentence.reads(at, 'the', 'day', 'after', 'tomorrow')) return single(at, at + 4, today + 2, 'date')
  if (sentence.reads(at, 'day', 'after', 'tomorrow')) return single(at, at + 3, today + 2, 'date')
  if (key === 'uebermorgen' || key === 'ubermorgen') return single(at, at + 1, today + 2, 'date')
  if (!TOMORROW.has(key)) return null
  // Der Morgen is a part of the day.
  const before = sentence.tokens[at - 1]?.key ?? ''
  if (key === 'morgen' && (MORNINGS.has(before) || WEEKDAY_NAMES.has(before))) return null
  return readLater(sentence, at, { ...place, today: today + 1 }) ?? single(at, at + 1, today + 1, 'date')
}

/** Heute in acht Tagen, morgen in einer Woche. */
function readLater(sentence: Sentence, at: number, place: Place): Days | null {
  const later = sentence.key(at + 1) === 'in' ? readRelative(sentence, at + 1, place) : null
  return later === null ? null : { ...later, from: at }
}
