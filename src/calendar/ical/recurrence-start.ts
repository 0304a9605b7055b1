import { DAY, dayOfWall } from './civil'
import type { EventForm } from './form'
import { type FormTimes, formBound } from './form-times'
import { firstDayOf } from './recurrence-rule'
import { toUtcSeconds, toWallSeconds, UTC, type Zone } from './zone/table'

type RuleFields = Pick<EventForm, 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'>

/**
 * The times moved on to the first day of their rule, on the clock of `zone`: RFC 5545 3.8.5.3 wants a DTSTART that fits
 * its rule, and clients disagree whether one that does not counts. They stay where the rule has no day before its end.
 */
export function startingOnRule(times: FormTimes, { recurrence, ...bound }: RuleFields, zone: Zone): FormTimes {
  if (typeof recurrence !== 'object') return times
  const clock = times.isDate ? UTC : zone
  const wall = toWallSeconds(clock, times.start)
  const day = dayOfWall(wall)
  const first = firstDayOf(recurrence, day)
  const { untilDay = Number.POSITIVE_INFINITY } = formBound(bound)
  if (first === null || first === day || first > untilDay) return times
  const start = toUtcSeconds(clock, wall + (first - day) * DAY)
  return { ...times, start, end: start + times.end - times.start }
}
