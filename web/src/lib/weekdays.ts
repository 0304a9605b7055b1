import type { Weekday } from '../../../src/calendar/ical/rule/parse'
import { positionInWeek } from './tz'

/** Monday first. */
export const WEEKDAYS: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

export const weekdayOf = (day: number): Weekday => WEEKDAYS[positionInWeek(day, 1)]!

/** The weekdays with one more or one less of them, in the order of the week. */
export const toggled = (weekdays: readonly Weekday[], weekday: Weekday): Weekday[] =>
  WEEKDAYS.filter((one) => weekdays.includes(one) !== (one === weekday))
