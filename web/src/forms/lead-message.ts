import type { ReminderTime } from '../data/types'
import type { EventFormDictionary } from '../i18n/event-form'
import type { Formats } from '../i18n/format'
import { MINUTE } from '../lib/tz'
import { dayTimeOf } from './reminder-times'

const HOUR = 60
const DAY = 24 * HOUR
const WEEK = 7 * DAY

interface Language {
  form: EventFormDictionary
  formats: Pick<Formats, 'time'>
}

/** When a reminder comes: of an all-day event at a time of a day, of a timed one so long before it. */
export function leadMessage(reminder: ReminderTime, allDay: boolean, { form, formats }: Language): string {
  const words = form.lead
  if (allDay || typeof reminder !== 'number') {
    const { daysBefore, hours, minutes } = dayTimeOf(reminder)
    return words.onDay(daysBefore, formats.time((hours * HOUR + minutes) * MINUTE))
  }
  if (reminder === 0) return words.atStart
  if (reminder === WEEK) return words.week
  if (reminder % DAY === 0) return words.days(reminder / DAY)
  return reminder % HOUR === 0 ? words.hours(reminder / HOUR) : words.minutes(reminder)
}
