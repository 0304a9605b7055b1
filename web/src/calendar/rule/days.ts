import type { Recurrence, RecurrenceRule } from '../../data/types'
import { DAY, positionInWeek } from '../../lib/tz'
import { weekdayOf } from '../../lib/weekdays'

export const asRule = (recurrence: Recurrence): RecurrenceRule =>
  typeof recurrence === 'object' ? recurrence : { frequency: recurrence }

/** Days that one step of a rule takes at least. */
const STEP = { daily: 1, weekly: 7, monthly: 28, yearly: 365 } as const

/** Within forty years every date and every weekday of a month has come. */
const MAX_STEPS = 48

/**
 * The first day, from `start` on, that a recurrence has, wherever its intervals begin; null where it has none. The
 * service begins a series there.
 */
export function firstDayOf(recurrence: Recurrence, start: number): number | null {
  const rule = { ...asRule(recurrence), interval: 1 }
  for (let step = 0; step < MAX_STEPS; step++) {
    const found = daysIn(rule, start, step).find((day) => day >= start)
    if (found !== undefined) return found
  }
  return null
}

/**
 * The days of a recurrence that begins on the first of them, in order, up to `to` and at most `count`; those before
 * `from` may be passed over.
 */
export function* daysOf(recurrence: Recurrence, start: number, from: number, to: number, count: number) {
  const rule = asRule(recurrence)
  const { frequency, interval = 1 } = rule
  const length = STEP[frequency] * interval
  // Days and weeks are never left out, so that the past need not be counted through.
  const isEven = frequency === 'daily' || frequency === 'weekly'
  const passed = isEven ? Math.max(0, Math.floor((from - start) / length)) : 0
  const inFirst = daysIn(rule, start, 0)
  let left = passed === 0 ? count : count - passed * inFirst.length + inFirst.filter((day) => day < start).length
  for (let step = passed; start + (step - 1) * length <= to; step++) {
    for (const day of daysIn(rule, start, step)) {
      if (day < start) continue
      if (day > to || left-- <= 0) return
      yield day
    }
  }
}

/** The days of a rule in the period that is so many of its intervals after the one that holds `start`. */
function daysIn({ frequency, interval = 1, weekdays, nth, monthDay }: RecurrenceRule, start: number, step: number) {
  const date = new Date(start * DAY)
  const steps = step * interval
  if (frequency === 'daily') return [start + steps]
  const isWeek = frequency === 'weekly'
  const month = date.getUTCMonth() + steps * (frequency === 'yearly' ? 12 : 1)
  const monthAt = (index: number) => Date.UTC(date.getUTCFullYear(), index) / DAY
  const first = isWeek ? start - positionInWeek(start, 1) + 7 * steps : monthAt(month)
  const days = isWeek ? 7 : monthAt(month + 1) - first
  const wanted = monthDay ?? date.getUTCDate()
  const isMeant = (index: number): boolean => {
    const weekday = weekdayOf(first + index)
    if (isWeek) return (weekdays ?? [weekdayOf(start)]).includes(weekday)
    if (nth === undefined) return index === (wanted < 0 ? days + wanted : wanted - 1)
    return weekdays!.includes(weekday) && (nth < 0 ? index + 7 >= days : Math.floor(index / 7) === nth - 1)
  }
  return Array.from({ length: days }, (_, index) => index)
    .filter(isMeant)
    .map((index) => first + index)
}
