import type { RecurrenceRule } from '../ical/recurrence-rule'
import {
  FORTNIGHTLY,
  monthBehind,
  type Recurring,
  readCount,
  UNITS,
  unitRule,
  WEEKEND,
  WORK,
  WORKDAYS,
  withDays,
} from './recurrence-parts'
import type { Sentence } from './sentence'
import { readWeekdays } from './weekday-list'
import { AND, LAST, MONTHS, set } from './words'

export const EVERY = set('every each ev jeden jede jedes jeder jedem alle')
const DAY_PARTS = set('morning afternoon evening night morgen vormittag mittag nachmittag abend')
const LAST_DAY: RecurrenceRule = { frequency: 'monthly', monthDay: -1 }

/** What stands behind `every`: how many of what. */
interface Every {
  /** Of `every`. */
  at: number
  /** Behind the number. */
  next: number
  interval: number
  isLast: boolean
  isOrdinal: boolean
  /** A number is said, in words or digits. */
  isCounted: boolean
}

/** What repeats behind `every` and the like. */
export function readEvery(sentence: Sentence, at: number): Recurring | null {
  if (!EVERY.has(sentence.key(at))) return null
  const from = ['single', 'einzelnen'].includes(sentence.key(at + 1)) ? at + 2 : at + 1
  const count = readCount(sentence, from)
  const isLast = LAST.has(sentence.key(from))
  const every: Every = {
    at,
    next: isLast ? from + 1 : (count?.to ?? from),
    interval: count?.value ?? 1,
    isLast,
    isOrdinal: count?.isOrdinal === true,
    isCounted: count !== null,
  }
  return readEveryUnit(sentence, every) ?? readEveryDays(sentence, every) ?? readEveryDate(sentence, every)
}

/** Every two weeks, every fortnight, jeden letzten Tag des Monats. */
function readEveryUnit(sentence: Sentence, { at, next, interval, isLast }: Every): Recurring | null {
  const unit = UNITS.get(sentence.key(next))
  if (unit !== undefined && !isLast) return withDays(sentence, unitRule(unit, interval), at, next + 1)
  if (isLast && unit === 'daily') {
    const inMonth = monthBehind(sentence, next + 1)
    return inMonth === 0 ? null : { rule: LAST_DAY, from: at, to: next + 1 + inMonth }
  }
  return sentence.key(next) === 'fortnight' ? withDays(sentence, FORTNIGHTLY, at, next + 1) : null
}

/** Every weekday, every other weekend, every Tuesday, every second Tuesday of the month. */
function readEveryDays(sentence: Sentence, { at, next, interval, isLast, isOrdinal }: Every): Recurring | null {
  const said = interval > 1 ? { interval } : {}
  if (WORKDAYS.has(sentence.key(next))) return { rule: { frequency: 'weekly', weekdays: WORK }, from: at, to: next + 1 }
  if (WEEKEND.has(sentence.key(next))) {
    return { rule: { frequency: 'weekly', ...said, weekdays: ['SA', 'SU'] }, from: at, to: next + 1 }
  }
  // What part of the day it is says the time as well.
  if (DAY_PARTS.has(sentence.key(next))) return { rule: { frequency: 'daily', ...said }, from: at, to: next }
  const days = readWeekdays(sentence, next)
  if (days === null) return null
  const inMonth = monthBehind(sentence, days.to)
  const isNth = isOrdinal && interval <= 5 && (inMonth > 0 || interval !== 2)
  if (!isLast && !isNth)
    return { rule: { frequency: 'weekly', ...said, weekdays: days.weekdays }, from: at, to: days.to }
  const nth = isLast ? -1 : interval
  return { rule: { frequency: 'monthly', nth, weekdays: days.weekdays }, from: at, to: days.to + inMonth }
}

/** Every June 3, jeden 3. August, every 3rd of June; every 15th. */
function readEveryDate(
  sentence: Sentence,
  { at, next, interval, isLast, isOrdinal, isCounted }: Every,
): Recurring | null {
  if (isLast) return null
  const isOfYear = isCounted
    ? isOrdinal && MONTHS.has(sentence.key(sentence.key(next) === 'of' ? next + 1 : next))
    : MONTHS.has(sentence.key(next)) && sentence.number(next + 1) !== null
  if (isOfYear) return { rule: { frequency: 'yearly' }, from: at, to: at + 1 }
  if (!isOrdinal || sentence.number(at + 1) === null || interval > 31) return null
  // Every 2nd and 4th Monday is more than a rule says.
  if (AND.has(sentence.key(next)) && readCount(sentence, next + 1)?.isOrdinal === true) return null
  const to = next + monthBehind(sentence, next)
  return { rule: { frequency: 'monthly', monthDay: interval }, from: at, to }
}
