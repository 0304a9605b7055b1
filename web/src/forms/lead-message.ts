import type { ReminderTime } from '../data/types'
import type { EventFormDictionary } from '../i18n/event-form'
import type { Formats } from '../i18n/format'
import { MINUTE, MINUTES_A_DAY } from '../lib/tz'
import { dayTimeOf } from './reminder-times'

const MINUTES_AN_HOUR = 60
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

interface Language {
  form: EventFormDictionary
  formats: Pick<Formats, 'time'>
}

/** When a reminder comes: of an all-day event at a time of a day, of a timed one so long before it. */
export function leadMessage(reminder: ReminderTime, allDay: boolean, { form, formats }: Language): string {
  const words = form.lead
  if (allDay || typeof reminder !== 'number') {
    const { daysBefore, hours, minutes } = dayTimeOf(reminder)
    return words.onDay(daysBefore, formats.time((hours * MINUTES_AN_HOUR + minutes) * MINUTE))
  }
  if (reminder === 0) return words.atStart
  if (reminder === MINUTES_A_WEEK) return words.week
  if (reminder % MINUTES_A_DAY === 0) return words.days(reminder / MINUTES_A_DAY)
  return reminder % MINUTES_AN_HOUR === 0 ? words.hours(reminder / MINUTES_AN_HOUR) : words.minutes(reminder)
}
