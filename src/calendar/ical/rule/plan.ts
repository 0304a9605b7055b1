import { civilOf, dayNumber, dayOfWall, daysInMonth, daysInYear, timeOfDay, weekdayOf } from '../civil'
import { IcalError } from '../error'
import { isSubDaily, type OrdinalWeekday, type Rule, WEEKDAYS } from './parse'

/** Times a day a rule of days, weeks, months or years may name before it is refused. */
const MAX_TIMES_A_DAY = 1440

/** A rule made ready for one start: defaults taken from DTSTART, and the times of day worked out. */
export interface Plan {
  rule: Rule
  /** Wall-clock seconds of DTSTART. */
  start: number
  startDay: number
  months: number[] | undefined
  monthDays: number[] | undefined
  weekdays: OrdinalWeekday[] | undefined
  /** `weekdays` once more: of each weekday, Monday first, the ordinals it is wanted with. */
  ordinals: ReadonlySet<number>[] | undefined
  yearDays: ReadonlySet<number> | undefined
  /** Seconds since midnight, ascending; for rules of a day or longer. */
  times: number[]
  /** A part beside BYDAY narrows the days: BYMONTH, BYMONTHDAY, BYYEARDAY or BYWEEKNO. */
  hasDayFilter: boolean
}

/** @throws IcalError for a rule with more times a day than any calendar shows */
export function planRule(rule: Rule, start: number): Plan {
  const startDay = dayOfWall(start)
  const { months, monthDays, weekdays } = withDefaults(rule, startDay)
  const hasDayFilter = Boolean(rule.months || rule.monthDays || rule.yearDays || rule.weekNumbers)
  const times = timesOfDay(rule, timeOfDay(start))
  const ordinals = weekdays && ordinalsOf(weekdays)
  const yearDays = rule.yearDays && new Set(rule.yearDays)
  return { rule, start, startDay, months, monthDays, weekdays, ordinals, yearDays, times, hasDayFilter }
}

/** A rule may name a weekday a hundred times, and is asked about every day. */
function ordinalsOf(weekdays: OrdinalWeekday[]): ReadonlySet<number>[] {
  const ofWeekday = (weekday: number) => weekdays.filter((entry) => entry.weekday === weekday)
  return WEEKDAYS.map((_, weekday) => new Set(ofWeekday(weekday).map(({ ordinal }) => ordinal)))
}

/** RFC 5545 3.3.10: what a rule does not say about its days it takes from DTSTART. */
function withDefaults(rule: Rule, startDay: number) {
  const { frequency, months, monthDays, weekdays, yearDays, weekNumbers } = rule
  const { month, day } = civilOf(startDay)
  const namesDays = monthDays || yearDays || weekdays
  if (frequency === 'WEEKLY' && !weekdays) return { months, monthDays, weekdays: every(startDay) }
  if (frequency === 'YEARLY' && weekNumbers && !namesDays) return { months, monthDays, weekdays: every(startDay) }
  if (namesDays || weekNumbers) return { months, monthDays, weekdays }
  if (frequency === 'YEARLY') return { months: months ?? [month], monthDays: [day], weekdays }
  if (frequency === 'MONTHLY') return { months, monthDays: [day], weekdays }
  return { months, monthDays, weekdays }
}

function every(day: number): OrdinalWeekday[] {
  return [{ ordinal: 0, weekday: weekdayOf(day) }]
}

function timesOfDay(rule: Rule, startTime: number): number[] {
  const hours = rule.hours ?? [Math.floor(startTime / 3600)]
  const minutes = rule.minutes ?? [Math.floor((startTime % 3600) / 60)]
  const seconds = (rule.seconds ?? [startTime % 60]).filter((second) => second < 60)
  if (hours.length * minutes.length * seconds.length > MAX_TIMES_A_DAY) {
    throw new IcalError('rule with too many times a day')
  }
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

/** No wall clock jumps by more (Samoa in 2011 by a day), in seconds. */
export const LARGEST_JUMP = 25 * 3600

/** Seconds to look beyond a bound on the wall clock for instances; of sub-daily rules as far as clocks usually jump. */
export const slackOf = ({ rule }: Plan): number => (isSubDaily(rule) ? 2 * 3600 : LARGEST_JUMP)

/** Whether the BYxxx parts allow a day. `month` and `dayOfMonth` are those of `day`. */
export function allowsDay(plan: Plan, day: number, year: number, month: number, dayOfMonth: number): boolean {
  const { months, monthDays, yearDays } = plan
  if (months && !months.includes(month)) return false
  if (monthDays) {
    const fromEnd = dayOfMonth - daysInMonth(year, month) - 1
    if (!monthDays.includes(dayOfMonth) && !monthDays.includes(fromEnd)) return false
  }
  if (yearDays) {
    const dayOfYear = day - dayNumber(year, 1, 1) + 1
    const fromEnd = dayOfYear - daysInYear(year) - 1
    if (!yearDays.has(dayOfYear) && !yearDays.has(fromEnd)) return false
  }
  return allowsDayOfWeek(plan, day, year, month, dayOfMonth)
}

/** Whether BYWEEKNO and BYDAY allow a day, which RFC 7529 4.1 applies after SKIP. */
export function allowsDayOfWeek(plan: Plan, day: number, year: number, month: number, dayOfMonth: number): boolean {
  const { rule, ordinals } = plan
  const { weekNumbers, frequency } = rule
  if (weekNumbers && frequency === 'YEARLY' && !isInWeeks(weekNumbers, day, rule.weekStart)) return false
  if (!ordinals) return true
  const wanted = ordinals[weekdayOf(day)]!
  if (wanted.has(0)) return true
  if (wanted.size === 0) return false
  if (frequency !== 'YEARLY' && frequency !== 'MONTHLY') return true
  // In a yearly rule without BYMONTH the ordinal counts within the year.
  const isOfMonth = frequency === 'MONTHLY' || plan.months !== undefined
  const position = isOfMonth ? dayOfMonth : day - dayNumber(year, 1, 1) + 1
  const length = isOfMonth ? daysInMonth(year, month) : daysInYear(year)
  const fromStart = Math.floor((position - 1) / 7) + 1
  const fromEnd = -(Math.floor((length - position) / 7) + 1)
  return wanted.has(fromStart) || wanted.has(fromEnd)
}

/** First day of the week that `day` is in. */
export function weekOf(day: number, weekStart: number): number {
  return day - ((weekdayOf(day) - weekStart + 7) % 7)
}

/** ISO 8601 weeks, for any first weekday: week 1 holds at least four days of its year. */
function isInWeeks(weekNumbers: number[], day: number, weekStart: number): boolean {
  const week = weekOf(day, weekStart)
  const { year } = civilOf(week + 3)
  const first = firstWeekOf(year, weekStart)
  const number = (week - first) / 7 + 1
  const total = (firstWeekOf(year + 1, weekStart) - first) / 7
  return weekNumbers.includes(number) || weekNumbers.includes(number - total - 1)
}

function firstWeekOf(year: number, weekStart: number): number {
  const newYear = dayNumber(year, 1, 1)
  const week = weekOf(newYear, weekStart)
  return newYear - week <= 3 ? week : week + 7
}
