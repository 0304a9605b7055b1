import type { RecurrencePreset, RecurrenceRule } from '../ical/recurrence-rule'
import { numberWord, readOrdinal } from './numbers'
import type { Sentence } from './sentence'
import { readWeekdays } from './weekday-list'
import { LAST, set } from './words'

export interface Recurring {
  rule: RecurrenceRule
  from: number
  to: number
}

export const UNITS = new Map<string, RecurrencePreset>([
  ...['day', 'days', 'tag', 'tage'].map((key) => [key, 'daily'] as const),
  ...['week', 'weeks', 'woche', 'wochen'].map((key) => [key, 'weekly'] as const),
  ...['month', 'months', 'monat', 'monate'].map((key) => [key, 'monthly'] as const),
  ...['year', 'years', 'jahr', 'jahre'].map((key) => [key, 'yearly'] as const),
])
export const FORTNIGHTLY: RecurrenceRule = { frequency: 'weekly', interval: 2 }
export const WORKDAYS = set('weekday weekdays workday workdays werktag werktage werktags wochentags arbeitstag')
export const WEEKEND = set('weekend weekends wochenende wochenenden')
export const WORK: RecurrenceRule['weekdays'] = ['MO', 'TU', 'WE', 'TH', 'FR']
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
/** How many words say that what stands before them is one of a month. */
export const monthBehind = (sentence: Sentence, at: number): number =>
  IN_MONTH.find((keys) => sentence.reads(at, ...keys))?.length ?? 0

/** Every 14 days is every two weeks. */
export function unitRule(unit: RecurrencePreset, interval: number): RecurrenceRule {
  const isWeeks = unit === 'daily' && interval > 1 && interval % 7 === 0
  const [frequency, count] = isWeeks ? (['weekly', interval / 7] as const) : ([unit, interval] as const)
  return count > 1 ? { frequency, interval: count } : { frequency }
}

/** Weekly on Tuesdays, every two weeks on Friday, jeden Monat am 15. */
export function withDays(sentence: Sentence, rule: RecurrenceRule, from: number, to: number): Recurring {
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
export function readNth(
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

const ALTERNATE = set('other andere anderen')

/** 2, two, zwei; with isOrdinal: 2nd, second, 2., zweiten, other. */
export function readCount(sentence: Sentence, at: number): { value: number; to: number; isOrdinal: boolean } | null {
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
