import { civilOf, DAY, dayNumber, dayOfWall, daysInMonth, monthIndex } from '../civil'
import { type Collector, pickPositions } from './collector'
import { allowsDay, type Plan, weekOf } from './plan'
import { standInsOfMonth, standInsOfYear } from './skip'

/** Largest set of one period that BYSETPOS may choose from; a rule beyond it makes nothing. */
const LARGEST_SET = 100_000

/** Collects the days of a rule, period by period: FREQ=YEARLY and, likewise below, MONTHLY, WEEKLY and DAILY. */
export function walkYears(plan: Plan, collector: Collector): void {
  const { interval } = plan.rule
  const spill = spillOf(plan)
  const startYear = civilOf(plan.startDay).year
  const fromYear = civilOf(dayOfWall(collector.from)).year - spill
  const toYear = civilOf(dayOfWall(collector.to)).year + spill
  for (let year = jump(startYear, fromYear, interval); year <= toYear && !collector.isFull; year += interval) {
    const days: number[] = []
    for (let month = 1; month <= 12; month += 1) collectMonth(plan, year, month, days, collector)
    emit(plan, spill > 0 ? inOrder([...days, ...standInsOfYear(plan, year)]) : days, collector)
  }
}

/** FREQ=MONTHLY. */
export function walkMonths(plan: Plan, collector: Collector): void {
  const { interval } = plan.rule
  const spill = spillOf(plan)
  const start = monthIndex(plan.startDay)
  const to = monthIndex(dayOfWall(collector.to)) + spill
  let index = jump(start, monthIndex(dayOfWall(collector.from)) - spill, interval)
  for (; index <= to && !collector.isFull; index += interval) {
    const days: number[] = []
    collectMonth(plan, Math.floor(index / 12), (index % 12) + 1, days, collector)
    emit(plan, spill > 0 ? inOrder(days) : days, collector)
  }
}

/** FREQ=WEEKLY; the periods begin on WKST. */
export function walkWeeks(plan: Plan, collector: Collector): void {
  const { weekStart, interval } = plan.rule
  const step = 7 * interval
  const to = dayOfWall(collector.to)
  const weekdays = plan.weekdays ?? []
  const offsets = inOrder(weekdays.map((entry) => (entry.weekday - weekStart + 7) % 7))
  let week = jump(weekOf(plan.startDay, weekStart), dayOfWall(collector.from), step)
  for (; week <= to && !collector.isFull; week += step) {
    collector.step()
    const days: number[] = []
    for (const offset of offsets) {
      if (!plan.hasDayFilter || isAllowed(plan, week + offset)) days.push(week + offset)
    }
    emit(plan, days, collector)
  }
}

/** FREQ=DAILY. */
export function walkDays(plan: Plan, collector: Collector): void {
  const { interval } = plan.rule
  const to = dayOfWall(collector.to)
  const isFiltered = plan.hasDayFilter || plan.weekdays !== undefined
  let day = jump(plan.startDay, dayOfWall(collector.from), interval)
  for (; day <= to && !collector.isFull; day += interval) {
    collector.step()
    if (!isFiltered || isAllowed(plan, day)) emit(plan, [day], collector)
  }
}

/** The last period at or before `wanted`, never before the first: instances do not depend on the age of the series. */
export function jump(first: number, wanted: number, interval: number): number {
  return first + Math.max(0, Math.floor((wanted - first) / interval)) * interval
}

/** Periods by which a day may stand outside of the one that it belongs to. */
const spillOf = ({ rule }: Plan) => (rule.skip === undefined ? 0 : 1)

const inOrder = (days: number[]) => [...new Set(days)].sort((a, b) => a - b)

function isAllowed(plan: Plan, day: number): boolean {
  const civil = civilOf(day)
  return allowsDay(plan, day, civil.year, civil.month, civil.day)
}

/** Appends the allowed days of one month, ascending, and then those that stand in for days it does not have. */
function collectMonth(plan: Plan, year: number, month: number, days: number[], collector: Collector): void {
  if (plan.months && !plan.months.includes(month)) {
    collector.step()
    return
  }
  const length = daysInMonth(year, month)
  const before = dayNumber(year, month, 1) - 1
  const candidates = plan.monthDays ? resolveMonthDays(plan.monthDays, length) : null
  collector.step(candidates ? candidates.length + 1 : length)
  const last = candidates ? candidates.length : length
  for (let i = 0; i < last; i += 1) {
    const dayOfMonth = candidates ? candidates[i]! : i + 1
    if (allowsDay(plan, before + dayOfMonth, year, month, dayOfMonth)) days.push(before + dayOfMonth)
  }
  days.push(...standInsOfMonth(plan, year, month))
}

/** BYMONTHDAY entries of a month of that length: counted from its start, ascending, each once. */
function resolveMonthDays(monthDays: number[], length: number): number[] {
  if (monthDays.length === 1) {
    const only = monthDays[0]!
    const day = only > 0 ? only : length + only + 1
    return day >= 1 && day <= length ? [day] : []
  }
  const days = monthDays.map((day) => (day > 0 ? day : length + day + 1))
  return inOrder(days.filter((day) => day >= 1 && day <= length))
}

function emit(plan: Plan, days: number[], collector: Collector): void {
  const { positions } = plan.rule
  collector.step(days.length * plan.times.length)
  if (!positions) {
    for (const day of days) {
      for (const time of plan.times) collector.add(day * DAY + time)
    }
    return
  }
  collector.step(positions.length)
  if (days.length * plan.times.length > LARGEST_SET) return
  const set = days.flatMap((day) => plan.times.map((time) => day * DAY + time))
  for (const wall of pickPositions(set, positions)) collector.add(wall)
}
