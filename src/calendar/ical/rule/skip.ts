import { civilOf, dayNumber, daysInMonth, isLeapYear } from '../civil'
import { allowsDayOfWeek, type Plan } from './plan'

/** The days that SKIP (RFC 7529 4.1) puts in the place of days which this month does not have, as day numbers. */
export function standInsOfMonth(plan: Plan, year: number, month: number): number[] {
  const { monthDays, months, rule } = plan
  if (rule.skip === undefined || !monthDays || rule.yearDays || (months && !months.includes(month))) return []
  const first = dayNumber(year, month, 1)
  const afterLast = first + daysInMonth(year, month)
  const days = monthDays.map((day) => (day > 0 ? first + day - 1 : afterLast + day))
  return standIns(plan, days, first, afterLast)
}

/** The same for days that this year does not have: BYYEARDAY=366 and -366. */
export function standInsOfYear(plan: Plan, year: number): number[] {
  const { yearDays, monthDays, months, rule } = plan
  if (rule.skip === undefined || !yearDays || monthDays || months || isLeapYear(year)) return []
  const first = dayNumber(year, 1, 1)
  const afterLast = dayNumber(year + 1, 1, 1)
  return standIns(
    plan,
    [yearDays.has(366) ? afterLast : first, yearDays.has(-366) ? first - 1 : first],
    first,
    afterLast,
  )
}

/**
 * In place of each day outside of [first, afterLast) the nearest one before or after it that the period leaves room
 * for.
 */
function standIns(plan: Plan, days: number[], first: number, afterLast: number): number[] {
  const isBackward = plan.rule.skip === 'BACKWARD'
  return days
    .filter((day) => day < first || day >= afterLast)
    .map((day) => (day < first ? first : afterLast) - (isBackward ? 1 : 0))
    .filter((day) => {
      const { year, month, day: dayOfMonth } = civilOf(day)
      return allowsDayOfWeek(plan, day, year, month, dayOfMonth)
    })
}
