import type { RecurrencePreset, RecurrenceRule } from '../ical/recurrence-rule'
import { WEEKDAYS } from '../ical/rule/parse'
import { isHalfOfDay } from './clock'
import { numberWord, readOrdinal } from './numbers'
import type { Sentence } from './sentence'
import {
  AND,
  EXCEPT,
  LAST,
  MONTHS,
  NEXT,
  PART_PLURALS,
  set,
  TO,
  WEEKDAY_NAMES,
  WEEKDAY_PLURALS,
  WEEKDAY_SHORTS,
  weekdayCode,
} from './words'

const EVERY = set('every each ev jeden jede jedes jeder jedem alle')
const UNITS = new Map<string, RecurrencePreset>([
  ...['day', 'days', 'tag', 'tage'].map((key) => [key, 'daily'] as const),
  ...['week', 'weeks', 'woche', 'wochen'].map((key) => [key, 'weekly'] as const),
  ...['month', 'months', 'monat', 'monate'].map((key) => [key, 'monthly'] as const),
  ...['year', 'years', 'jahr', 'jahre'].map((key) => [key, 'yearly'] as const),
])
const PRESETS = new Map<string, RecurrencePreset>([
  ...['daily', 'taeglich'].map((key) => [key, 'daily'] as const),
  ...['weekly', 'woechentlich'].map((key) => [key, 'weekly'] as const),
  ...['monthly', 'monatlich'].map((key) => [key, 'monthly'] as const),
  ...['yearly', 'annually', 'jaehrlich'].map((key) => [key, 'yearly'] as const),
])
const FORTNIGHTLY: RecurrenceRule = { frequency: 'weekly', interval: 2 }
const INTERVALS = new Map<string, RecurrenceRule>([
  ...['fortnightly', 'biweekly', 'zweiwoechentlich', 'vierzehntaegig'].map((key) => [key, FORTNIGHTLY] as const),
  ...['quarterly', 'vierteljaehrlich'].map((key) => [key, { frequency: 'monthly', interval: 3 }] as const),
  ['halbjaehrlich', { frequency: 'monthly', interval: 6 }],
])
const WORKDAYS = set('weekday weekdays workday workdays werktag werktage werktags wochentags arbeitstag')
const WEEKENDS = set('weekends')
const WEEKEND = set('weekend weekends wochenende wochenenden')
const DAY_PARTS = set('morning afternoon evening night morgen vormittag mittag nachmittag abend')
const IN_MONTH = [
  ['of', 'the', 'month'],
  ['of', 'every', 'month'],
  ['of', 'each', 'month'],
  ['in', 'the', 'month'],
  ['im', 'monat'],
  ['des', 'monats'],
  ['jeden', 'monat'],
  ['jeden', 'monats'],
  ['a', 'month'],
]

export interface Recurring {
  rule: RecurrenceRule
  from: number
  to: number
}

/** How an event repeats: every second Wednesday, alle zwei Wochen, dienstags, monthly. */
export function readRecurrence(sentence: Sentence, at: number): Recurring | null {
  if (isHalfOfDay(sentence, at)) return null
  const from = ['on', 'am', 'immer', 'always'].includes(sentence.key(at)) ? at + 1 : at
  const found =
    readEvery(sentence, from) ?? readAdverb(sentence, from) ?? readOfMonth(sentence, at) ?? readAlways(sentence, at)
  return found === null ? null : { ...found, from: at }
}

function readEvery(sentence: Sentence, at: number): Recurring | null {
  if (!EVERY.has(sentence.key(at))) return null
  let next = at + 1
  if (['single', 'einzelnen'].includes(sentence.key(next))) next += 1
  const count = readCount(sentence, next)
  const isLast = LAST.has(sentence.key(next))
  if (isLast) next += 1
  else if (count !== null) next = count.to
  const interval = count?.value ?? 1
  const said = interval > 1 ? { interval } : {}
  const unit = UNITS.get(sentence.key(next))
  if (unit !== undefined && !isLast) return withDays(sentence, unitRule(unit, interval), at, next + 1)
  if (isLast && unit === 'daily') {
    const inMonth = IN_MONTH.find((keys) => sentence.reads(next + 1, ...keys))
    return inMonth === undefined ? null : { rule: LAST_DAY, from: at, to: next + 1 + inMonth.length }
  }
  if (sentence.key(next) === 'fortnight') return withDays(sentence, FORTNIGHTLY, at, next + 1)
  if (WORKDAYS.has(sentence.key(next))) return { rule: { frequency: 'weekly', weekdays: WORK }, from: at, to: next + 1 }
  if (WEEKEND.has(sentence.key(next))) {
    return { rule: { frequency: 'weekly', ...said, weekdays: ['SA', 'SU'] }, from: at, to: next + 1 }
  }
  // What part of the day it is says the time as well.
  if (DAY_PARTS.has(sentence.key(next))) return { rule: { frequency: 'daily', ...said }, from: at, to: next }
  const days = readWeekdays(sentence, next)
  if (days !== null) {
    const inMonth = IN_MONTH.find((keys) => sentence.reads(days.to, ...keys))
    const isNth = count?.isOrdinal === true && interval <= 5 && (inMonth !== undefined || interval !== 2)
    if (isLast || isNth) {
      const nth = isLast ? -1 : interval
      const to = days.to + (inMonth?.length ?? 0)
      return { rule: { frequency: 'monthly', nth, weekdays: days.weekdays }, from: at, to }
    }
    return { rule: { frequency: 'weekly', ...said, weekdays: days.weekdays }, from: at, to: days.to }
  }
  // Every June 3, jeden 3. August, every 3rd of June.
  const isOfYear =
    count === null
      ? MONTHS.has(sentence.key(next)) && sentence.number(next + 1) !== null
      : count.isOrdinal && MONTHS.has(sentence.key(sentence.key(next) === 'of' ? next + 1 : next))
  if (isOfYear && !isLast) return { rule: { frequency: 'yearly' }, from: at, to: at + 1 }
  if (isLast || count === null || !count.isOrdinal) return null
  // Every 15th; every 2nd and 4th Monday is more than a rule says.
  if (sentence.number(at + 1) === null || interval > 31) return null
  if (AND.has(sentence.key(next)) && readCount(sentence, next + 1)?.isOrdinal === true) return null
  const inMonth = IN_MONTH.find((keys) => sentence.reads(next, ...keys))
  return { rule: { frequency: 'monthly', monthDay: interval }, from: at, to: next + (inMonth?.length ?? 0) }
}

/** Weekdays in a row without a word of repetition: Tue/Thu is every week, Sat/Sun are those two. */
export function readWeekdayList(sentence: Sentence, at: number): (Recurring & { count: number | null }) | null {
  if ([NEXT, LAST, EXCEPT].some((words) => words.has(sentence.key(at - 1)))) return null
  let from = at
  while (['on', 'am', 'this', 'diesen'].includes(sentence.key(from))) from += 1
  const days = readWeekdays(sentence, from)
  const isPlural = WEEKDAY_PLURALS.has(sentence.key(from))
  if (days === null || (days.weekdays.length < 2 && !isPlural)) return null
  const said = sentence.tokens.slice(from, days.to)
  const isSlashed = said.some(({ key }) => key === '/' || key === '+')
  const isShort = said.every(({ key }) => WEEKDAY_SHORTS.has(key))
  const isJoined = isSlashed || isShort || isPlural || days.weekdays.length > 2 || said.some(({ key }) => AND.has(key))
  // Sat and sun cream.
  const isBeforeWord = sentence.token(days.to)?.kind === 'word'
  const isWord =
    !isSlashed &&
    said.some(({ text, key }) => WEEKDAY_SHORTS.has(key) && text === key && (key.length < 3 || isBeforeWord))
  if (isWord || !isJoined || said.some(({ key }) => TO.has(key))) return null
  const [first, last] = [days.weekdays[0], days.weekdays.at(-1)].map((weekday) => WEEKDAYS.indexOf(weekday!))
  const isSchedule = isSlashed && last! - first! >= days.weekdays.length
  const count = isSchedule || isPlural ? null : days.weekdays.length
  return { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to, count }
}

/** Every day except Sunday: a rule of the weekdays that stay. */
export function readExceptions(sentence: Sentence, at: number, rule: RecurrenceRule): Recurring | null {
  const isBut = sentence.key(at) === 'but' && sentence.isTaken(at - 1)
  if (!isBut && !EXCEPT.has(sentence.key(at))) return null
  let from = at + 1
  while (['not', 'for', 'on', 'am', 'an', 'the'].includes(sentence.key(from))) from += 1
  const isWeekend = WEEKEND.has(sentence.key(from))
  const out = isWeekend ? { weekdays: WEEKDAYS.slice(5), to: from + 1 } : readWeekdays(sentence, from)
  const { frequency, interval, weekdays } = rule
  const all = frequency === 'daily' && interval === undefined ? WEEKDAYS : frequency === 'weekly' ? weekdays : undefined
  if (out === null || all === undefined) return null
  const left = all.filter((weekday) => !out.weekdays.includes(weekday))
  return left.length === 0 ? null : { rule: { ...rule, frequency: 'weekly', weekdays: left }, from: at, to: out.to }
}

/** Every 14 days is every two weeks. */
function unitRule(unit: RecurrencePreset, interval: number): RecurrenceRule {
  const isWeeks = unit === 'daily' && interval > 1 && interval % 7 === 0
  const [frequency, count] = isWeeks ? (['weekly', interval / 7] as const) : ([unit, interval] as const)
  return count > 1 ? { frequency, interval: count } : { frequency }
}

const LAST_DAY: RecurrenceRule = { frequency: 'monthly', monthDay: -1 }
const WORK: RecurrenceRule['weekdays'] = ['MO', 'TU', 'WE', 'TH', 'FR']

/** Weekly on Tuesdays, every two weeks on Friday, jeden Monat am 15. */
function withDays(sentence: Sentence, rule: RecurrenceRule, from: number, to: number): Recurring {
  const next = ['on', 'am', 'immer'].includes(sentence.key(to)) ? to + 1 : to
  if (rule.frequency === 'weekly') {
    const days = readWeekdays(sentence, next)
    if (days !== null) return { rule: { ...rule, weekdays: days.weekdays }, from, to: days.to }
  }
  if (rule.frequency === 'monthly' && next > to) {
    const start = sentence.key(next) === 'the' ? next + 1 : next
    const nth = readNth(sentence, start)
    if (nth !== null) return { rule: { ...rule, ...nth.rule }, from, to: nth.to }
    const day = sentence.number(start)
    const mark = sentence.tokens[start + 1]
    if (day !== null && day >= 1 && day <= 31 && mark?.isGlued && ['.', 'st', 'nd', 'rd', 'th'].includes(mark.key)) {
      return { rule: { ...rule, monthDay: day }, from, to: start + 2 }
    }
  }
  return { rule, from, to }
}

/** First Monday, 2. Mittwoch, last Friday, last day. */
function readNth(
  sentence: Sentence,
  at: number,
): { rule: Pick<RecurrenceRule, 'nth' | 'weekdays' | 'monthDay'>; to: number } | null {
  const isLast = LAST.has(sentence.key(at))
  if (isLast && UNITS.get(sentence.key(at + 1)) === 'daily') return { rule: { monthDay: -1 }, to: at + 2 }
  const count = isLast ? { value: -1, to: at + 1, isOrdinal: true } : readCount(sentence, at)
  if (count === null || !count.isOrdinal || count.value > 5) return null
  const days = readWeekdays(sentence, count.to)
  return days === null ? null : { rule: { nth: count.value, weekdays: days.weekdays }, to: days.to }
}

/** The first Monday of every month, am 15. jedes Monats, am ersten Montag im Monat. */
function readOfMonth(sentence: Sentence, at: number): Recurring | null {
  let from = at
  while (['on', 'am', 'the', 'immer'].includes(sentence.key(from))) from += 1
  const nth = readNth(sentence, from)
  const number = nth === null ? readCount(sentence, from) : null
  const to = nth?.to ?? (number?.isOrdinal && number.value <= 31 ? number.to : null)
  if (to === null) return null
  const isEvery =
    ['every', 'each', 'jedes', 'jeden', 'a', 'of', 'im', 'des'].includes(sentence.key(to)) &&
    [to + 1, to + 2].find((place) => ['month', 'monats', 'monat'].includes(sentence.key(place)))
  if (!isEvery || (number !== null && ['im', 'des'].includes(sentence.key(to)))) return null
  // 1st of every month.
  if (number !== null && from === at && !EVERY.has(sentence.key(sentence.key(to) === 'of' ? to + 1 : to))) return null
  if (sentence.reads(to, 'of', 'the') && number !== null) return null
  const rule = nth?.rule ?? { monthDay: number!.value }
  return { rule: { frequency: 'monthly', ...rule }, from: at, to: isEvery + 1 }
}

/** Immer am Montag, always on the 15th, immer am 24.12.; the date itself is read as others are. */
function readAlways(sentence: Sentence, at: number): Recurring | null {
  if (!['immer', 'always'].includes(sentence.key(at))) return null
  const isLed = ['am', 'on'].includes(sentence.key(at + 1))
  const start = isLed ? (sentence.key(at + 2) === 'the' ? at + 3 : at + 2) : at + 1
  const days = readWeekdays(sentence, start)
  if (days !== null) return { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to }
  if (!isLed) return null
  const count = readCount(sentence, start)
  const next = sentence.tokens[count?.to ?? start]
  const isOfYear = MONTHS.has(next?.key ?? '') || (count !== null && next?.kind === 'number' && next.isGlued)
  if (isOfYear) return { rule: { frequency: 'yearly' }, from: at, to: at + 1 }
  if (count?.isOrdinal !== true || count.value > 31) return null
  const inMonth = IN_MONTH.find((keys) => sentence.reads(count.to, ...keys))
  return { rule: { frequency: 'monthly', monthDay: count.value }, from: at, to: count.to + (inMonth?.length ?? 0) }
}

function readAdverb(sentence: Sentence, at: number): Recurring | null {
  const key = sentence.key(at)
  const counted = readCountedAdverb(sentence, at)
  if (counted !== null || sentence.isGlued(at - 1, '-')) return counted
  const preset = PRESETS.get(key)
  if (preset !== undefined) return withDays(sentence, { frequency: preset }, at, at + 1)
  const interval = INTERVALS.get(key)
  if (interval !== undefined) return withDays(sentence, interval, at, at + 1)
  const next = behindHyphen(sentence, at)
  if (key === 'bi' && sentence.key(next) === 'weekly') return withDays(sentence, FORTNIGHTLY, at, next + 1)
  const isWork = WORKDAYS.has(key) && key.endsWith('s')
  if (isWork) return { rule: { frequency: 'weekly', weekdays: WORK }, from: at, to: at + 1 }
  if (WEEKENDS.has(key)) return { rule: { frequency: 'weekly', weekdays: ['SA', 'SU'] }, from: at, to: at + 1 }
  const days = isWeekdayAt(sentence, at) ? readWeekdays(sentence, at) : null
  if (!WEEKDAY_PLURALS.has(key) && !PART_PLURALS.has(sentence.key(days?.to ?? at))) return null
  return days === null ? null : { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to }
}

const ALTERNATE = set('other andere anderen')

const behindHyphen = (sentence: Sentence, at: number) => (sentence.isGlued(at + 1, '-') ? at + 2 : at + 1)

/** 14-tägig, 2-wöchentlich; a course of three days is 3-tägig. */
function readCountedAdverb(sentence: Sentence, at: number): Recurring | null {
  const count = sentence.number(at)
  const next = behindHyphen(sentence, at)
  const key = sentence.key(next)
  const unit = key === 'taegig' ? 'daily' : PRESETS.get(key)
  if (count === null || count < 2 || unit === undefined || !sentence.tokens[next]!.isGlued) return null
  const rule = unitRule(unit, count)
  return key === 'taegig' && rule.frequency === 'daily' ? null : withDays(sentence, rule, at, next + 1)
}

/** 2, two, zwei; with isOrdinal: 2nd, second, 2., zweiten, other. */
function readCount(sentence: Sentence, at: number): { value: number; to: number; isOrdinal: boolean } | null {
  const key = sentence.key(at)
  if (ALTERNATE.has(key)) return { value: 2, to: at + 1, isOrdinal: true }
  const ordinal = readOrdinal(sentence, at)
  if (ordinal !== null) return { ...ordinal, isOrdinal: true }
  const number = sentence.number(at, 3)
  if (number === null || number === 0) {
    const word = number === null && !['a', 'an'].includes(key) ? numberWord(key) : null
    return word === null ? null : { value: word, to: at + 1, isOrdinal: false }
  }
  const mark = sentence.tokens[at + 1]
  const isOrdinal = mark?.isGlued === true && ['.', 'st', 'nd', 'rd', 'th'].includes(mark.key)
  return { value: number, to: isOrdinal ? at + 2 : at + 1, isOrdinal }
}

/** Monday, Wed and Fri; Mo, Mi und Fr; dienstags. */
function readWeekdays(
  sentence: Sentence,
  at: number,
): { weekdays: NonNullable<RecurrenceRule['weekdays']>; to: number } | null {
  const found = new Set<number>()
  let to = at
  for (let next = at; ; ) {
    const weekday = weekdayAt(sentence, next)
    if (weekday === null) break
    found.add(weekday)
    to = sentence.isGlued(next + 1, '.') ? next + 2 : next + 1
    next = to
    while (AND.has(sentence.key(next)) || sentence.key(next) === '/') next += 1
    // Mon Wed Fri; the short ones of German are words as well.
    if (next === to && sentence.key(next).length < 3) break
    if (['on', 'every', 'jeden'].includes(sentence.key(next))) next += 1
  }
  const last = untilWeekday(sentence, at, to)
  if (last !== null) return last
  const weekdays = [...found].sort((one, other) => one - other).map(weekdayCode)
  return found.size === 0 ? null : { weekdays, to }
}

/** Mo-Fr, Monday to Friday. */
function untilWeekday(sentence: Sentence, at: number, to: number) {
  const first = weekdayAt(sentence, at)
  const last = ['-', '–', 'to', 'bis'].includes(sentence.key(to)) ? weekdayAt(sentence, to + 1) : null
  if (first === null || last === null || last <= first) return null
  const weekdays = Array.from({ length: last - first + 1 }, (_, index) => weekdayCode(first + index))
  return { weekdays, to: to + 2 }
}

export const isWeekdayAt = (sentence: Sentence, at: number) => weekdayAt(sentence, at) !== null

function weekdayAt(sentence: Sentence, at: number): number | null {
  const key = sentence.key(at)
  return WEEKDAY_NAMES.get(key) ?? WEEKDAY_SHORTS.get(key) ?? WEEKDAY_PLURALS.get(key) ?? null
}
