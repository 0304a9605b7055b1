import type { Recurrence, RecurrenceRule } from '../../data/types'
import type { EventFormDictionary } from '../../i18n/event-form'
import type { Formats } from '../../i18n/format'
import { DAY } from '../../lib/tz'
import { WEEKDAYS } from '../../lib/weekdays'
import { asRule, firstDayOf } from './days'

type Words = EventFormDictionary['recurrence']

/** A rule and its end; days as numbers. */
export interface BoundedRule {
  recurrence: Recurrence | 'custom'
  /** On which the series starts. */
  start: number
  /** The last one, inclusive. */
  until?: number | undefined
  count?: number | undefined
  /** The series is there already, and may have begun long ago. */
  isGoingOn?: boolean
}

export interface Language {
  words: Words
  formats: Pick<Formats, 'locale' | 'full' | 'month' | 'weekday'>
}

/** What a rule amounts to: `Every 2 weeks on Tuesday and Thursday until 20 December.` */
export function sentenceOf(bounded: BoundedRule, language: Language): string {
  const { recurrence, start, until = Number.POSITIVE_INFINITY } = bounded
  const { words, formats } = language
  const phrase = phraseOf(bounded, language)
  // German ends `am 20.` with a full stop already.
  const whole = phrase.endsWith('.') ? phrase : `${phrase}.`
  if (recurrence === 'custom') return whole
  const first = firstDayOf(recurrence, start)
  // The service moves a start that its rule does not have.
  const isMoved = !bounded.isGoingOn && first !== null && first !== start && first <= until
  const begins = isMoved ? words.first(formats.full(first)) : ''
  return [whole, begins, leftOutWords(asRule(recurrence), start, words)].filter(Boolean).join(' ')
}

/** The rule and its end alone, without a full stop. */
export function phraseOf(bounded: BoundedRule, language: Language): string {
  const { recurrence, start } = bounded
  const { words } = language
  const bound = boundWords(bounded, language)
  if (recurrence === 'custom') return words.custom(bound)
  const rule = asRule(recurrence)
  const days = rule.frequency === 'daily' ? '' : ` ${daysWords(rule, start, language)}`
  return words.every[rule.frequency](rule.interval ?? 1) + days + bound
}

/** On which days of its weeks, months or years: `on the last Friday`. */
export function daysWords(rule: RecurrenceRule, start: number, { words, formats }: Language): string {
  const { frequency, weekdays, nth, monthDay } = rule
  const joined = (names: readonly string[]) => new Intl.ListFormat(formats.locale).format(names)
  const names = weekdays?.map((weekday) => formats.weekday(MONDAY + WEEKDAYS.indexOf(weekday))) ?? []
  if (frequency === 'weekly') {
    if (weekdays?.join() === 'MO,TU,WE,TH,FR') return words.fromMondayToFriday
    return words.onWeekdays(names.length === 0 ? formats.weekday(start) : joined(names))
  }
  const isYearly = frequency === 'yearly'
  const ofMonth = isYearly ? ` ${words.ofMonth(formats.month(start))}` : ''
  if (nth !== undefined) return words.onNth(joined(names.map((name) => words.nth(nth, name)))) + ofMonth
  if (monthDay === -1) return words.onLastDay + ofMonth
  if (isYearly && monthDay === undefined) return words.onDate(dateWords(start, formats.locale))
  return words.onMonthDay(monthDay ?? dayOfMonth(start)) + ofMonth
}

function boundWords({ start, until, count }: BoundedRule, { words, formats }: Language): string {
  if (until !== undefined) {
    const isSameYear = yearOf(until) === yearOf(start)
    return words.until(dateWords(until, formats.locale, isSameYear ? {} : { year: 'numeric' }))
  }
  return count === undefined ? '' : words.count(count)
}

/** Not every month has a 31st or a fifth Tuesday. */
function leftOutWords({ frequency, nth, monthDay }: RecurrenceRule, start: number, words: Words) {
  const day = monthDay ?? dayOfMonth(start)
  const isRare = nth === undefined ? day > 28 : nth === 5
  if (frequency === 'monthly') return isRare ? words.monthsLeftOut : ''
  const isLeapDay = day === 29 && new Date(start * DAY).getUTCMonth() === 1
  return frequency === 'yearly' && (nth === 5 || (nth === undefined && isLeapDay)) ? words.yearsLeftOut : ''
}

/** A Monday. */
const MONDAY = 4

const dayOfMonth = (day: number) => new Date(day * DAY).getUTCDate()
const yearOf = (day: number) => new Date(day * DAY).getUTCFullYear()

function dateWords(day: number, locale: string, options: Intl.DateTimeFormatOptions = {}): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC', ...options })
  return format.format(day * DAY)
}
