import type { ReminderTime } from '../data/types'
import type { EventFormDictionary } from '../i18n/event-form'
import { dayTimeOf } from './reminder-times'

const HOUR = 60
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** When a reminder comes: of an all-day event at a time of a day, of a timed one so long before it. */
export function leadMessage(reminder: ReminderTime, allDay: boolean, { lead: words }: EventFormDictionary): string {
  if (allDay || typeof reminder !== 'number') {
    const { daysBefore, hours, minutes } = dayTimeOf(reminder)
    return words.onDay(daysBefore, `${hours}:${String(minutes).padStart(2, '0')}`)
  }
  if (reminder === 0) return words.atStart
  if (reminder === WEEK) return words.week
  if (reminder % DAY === 0) return words.days(reminder / DAY)
  return reminder % HOUR === 0 ? words.hours(reminder / HOUR) : words.minutes(reminder)
}
