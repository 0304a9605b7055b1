import {
  type DayTime,
  EARLIEST_REMINDER_DAYS,
  EARLIEST_REMINDER_MINUTES,
  leadOf,
  MAX_REMINDERS,
  type ReminderTime,
} from '../ical/reminder-times'
import { FormProblem, readWhole } from './form-problem'

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Reads `reminders`, each as it was given; `earliest` in minutes. @throws FormProblem */
export function readReminders(value: unknown, isAllDay: boolean, earliest = EARLIEST_REMINDER_MINUTES): ReminderTime[] {
  if (!Array.isArray(value) || value.length > MAX_REMINDERS) {
    throw new FormProblem(`reminders: expected a list of at most ${MAX_REMINDERS}`)
  }
  return value.map((one) => readOne(one, isAllDay, earliest))
}

/** Refuses a lead beside reminders that say something else. @throws FormProblem */
export function checkLead(lead: number | null | undefined, reminders: readonly ReminderTime[] | undefined): void {
  if (lead === undefined || reminders === undefined || lead === leadOf(reminders)) return
  throw new FormProblem('reminderLeadMinutes: expected the only one of reminders, or null')
}

function readOne(value: unknown, isAllDay: boolean, earliest: number): ReminderTime {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return readWhole('reminders', value, { least: 0, most: earliest })
  }
  if (!isAllDay) throw new FormProblem('reminders: expected minutes for an event that is not all day')
  const { daysBefore, time } = value as Partial<Record<keyof DayTime, unknown>>
  const days = readWhole('reminders.daysBefore', daysBefore, { least: 0, most: EARLIEST_REMINDER_DAYS })
  if (typeof time !== 'string' || !TIME.test(time)) throw new FormProblem('reminders.time: expected a time, as HH:MM')
  return { daysBefore: days, time }
}
