import { MINUTES_A_DAY } from '../ical/civil'
import type { EventReminders, ReminderTime } from '../ical/reminder-times'

/** The columns of an event that say when it reminds. */
export interface ReminderColumns {
  leadMinutes: number | null
  /** JSON of a `ReminderTime[]`, where the lead does not tell all. */
  reminders: string | null
}

/** When an event reminds, by its columns. */
export function remindersOf({ leadMinutes, reminders }: ReminderColumns): EventReminders {
  if (reminders !== null) return { times: JSON.parse(reminders) as ReminderTime[], isSentAtStart: true }
  return { times: leadMinutes === null ? [] : [leadMinutes], isSentAtStart: false }
}

/** Minutes from the earliest reminder to the start, in whole days where it is at a time of a day. */
export function longestLead(columns: ReminderColumns): number {
  const leads = remindersOf(columns).times.map((time) =>
    typeof time === 'number' ? time : time.daysBefore * MINUTES_A_DAY,
  )
  return Math.max(0, ...leads)
}
