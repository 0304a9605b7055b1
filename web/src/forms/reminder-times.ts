import type { ReminderTime } from '../data/types'
import { MINUTES_A_DAY } from '../lib/tz'

/** Times that are offered; of all-day events whole days before mean nine in the morning. */
export const TIMED_REMINDERS: readonly ReminderTime[] = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10080]
export const ALL_DAY_REMINDERS: readonly ReminderTime[] = [0, { daysBefore: 1, time: '18:00' }, 1440, 2880, 10080]

/** When an all-day event reminds: a number of minutes means nine in the morning. */
export function dayTimeOf(reminder: ReminderTime) {
  if (typeof reminder === 'number') return { daysBefore: Math.ceil(reminder / MINUTES_A_DAY), hours: 9, minutes: 0 }
  const [hours = 0, minutes = 0] = reminder.time.split(':').map(Number)
  return { daysBefore: reminder.daysBefore, hours, minutes }
}
