import { civilOf, dayNumber, daysInMonth, MINUTES_A_DAY } from '../ical/civil'
import { readByChrono } from './chrono'
import { type Days, type Place, single } from './dates'
import { readLength } from './lengths'
import { numberWord } from './numbers'
import type { Sentence } from './sentence'
import { MONTHS_PER, set, TODAY, TOMORROW } from './words'

const HALF_YEARS = [
  ['half', 'a', 'year'],
  ['einem', 'halben', 'jahr'],
]

/** Days counted from today, and those of the ISO calendar: in three weeks, in half a year, yesterday, 2026-12-24. */
export function readRelative(sentence: Sentence, at: number, place: Place): Days | null {
  const { today, second } = place
  const months = sentence.key(at) === 'in' ? readMonths(sentence, at + 1) : null
  const read = readByChrono(sentence, at, place)
  // The library's month that is too short runs on into the next.
  if (months !== null && (read === null || read.to <= months.to))
    return single(at, months.to, monthsLater(today, months.value), 'date')
  if (read !== null || sentence.key(at) !== 'in') return read ?? readFromToday(sentence, at, place)
  const length = readLength(sentence, at + 1)
  if (length === null || length.days === 0 || length.minutes === 0) return null
  if (length.days !== null) return single(at, length.to, today + length.days, 'date')
  const minutes = Math.floor(second / 60 + length.minutes)
  return {
    ...single(at, length.to, today + Math.floor(minutes / MINUTES_A_DAY), 'date'),
    minutes: minutes % MINUTES_A_DAY,
  }
}

/** What may stand before today and tomorrow alone; in German nobody says so. */
const WEEKS = /^(week|fortnight)s?$/
/** Before weeks that do not lie ahead. */
const NOT_AHEAD = set('for lasts lasting once twice times x hour hours day days')

/** Two weeks from today, ten days from now, a week tomorrow. */
function readFromToday(sentence: Sentence, at: number, { today }: Pick<Place, 'today'>): Days | null {
  const months = readMonths(sentence, at)
  const length = months === null ? readLength(sentence, at) : null
  const to = months?.to ?? length?.to ?? at
  const days = length?.days ?? 0
  const isFrom = sentence.key(to) === 'from'
  // For a week tomorrow: so long it lasts; twice a week: so often.
  const isWeeks = days > 0 && WEEKS.test(sentence.key(to - 1)) && !NOT_AHEAD.has(sentence.key(at - 1))
  if (to === at || !(isFrom || isWeeks)) return null
  const last = isFrom ? to + 1 : to
  const key = sentence.key(last)
  const base = TOMORROW.has(key) ? today + 1 : (isFrom && key === 'now') || TODAY.has(key) ? today : null
  if (base === null || (months === null && days === 0)) return null
  return single(at, last + 1, months === null ? base + days : monthsLater(base, months.value), 'date')
}

/** Two months, a year, half a year: in months. */
function readMonths(sentence: Sentence, at: number): { value: number; to: number } | null {
  if (HALF_YEARS.some((keys) => sentence.reads(at, ...keys))) return { value: 6, to: at + 3 }
  const count = sentence.number(at, 3) ?? numberWord(sentence.key(at))
  const unit = MONTHS_PER.get(sentence.key(at + 1))
  const value = (count ?? 0) * (unit ?? 0)
  return value === 0 || value > 1200 ? null : { value, to: at + 2 }
}

/** The same day of a later month, or the last one there is. */
function monthsLater(day: number, months: number): number {
  const { year, month, day: date } = civilOf(day)
  const [y, m] = [year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1]
  return dayNumber(y, m, Math.min(date, daysInMonth(y, m)))
}
