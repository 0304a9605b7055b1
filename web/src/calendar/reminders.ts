import type { EventForm, ReminderTime, StoredEvent } from '../data/types'
import { dayTimeOf } from '../forms/reminder-times'
import { MINUTES_A_DAY } from '../lib/tz'

export const MAX_REMINDERS = 5

/** Reminders as they are typed; `custom` for alarms that this form cannot express. */
export type Reminders = readonly ReminderTime[] | 'custom'

type StoredReminders = Pick<StoredEvent, 'allDay' | 'reminders' | 'reminderIsCustom'> & {
  reminderLeadMinutes?: number | null
}

/** What a stored event says of them. */
export function remindersOfStored({
  reminders,
  reminderIsCustom,
  reminderLeadMinutes: lead = null,
}: StoredReminders): Reminders {
  return reminders ?? (reminderIsCustom ? 'custom' : lead === null ? [] : [lead])
}

/** The same for an event of that kind: times of a day are for whole days alone. */
export function remindersFor(reminders: Reminders, allDay: boolean): Reminders {
  if (reminders === 'custom' || allDay) return reminders
  return reminders.map((one) => (typeof one === 'number' ? one : one.daysBefore * MINUTES_A_DAY))
}

/** The fields of a form that ask for them: one that a lead can say is one. */
export function reminderFields(
  reminders: Reminders,
  allDay: boolean,
): Pick<EventForm, 'reminders' | 'reminderLeadMinutes'> {
  if (reminders === 'custom') return {}
  const [first = null, second] = reminders
  // A lead of 0 is no reminder of a timed event.
  const isLead = second === undefined && (first === null || (typeof first === 'number' && (allDay || first > 0)))
  return isLead ? { reminderLeadMinutes: first } : { reminders: [...reminders] }
}

/** How the calendar shows the reminders of a form; nothing where it does not speak of them. */
export function reminderMark({ reminders, reminderLeadMinutes: lead }: EventForm) {
  if (reminders === undefined) return lead === undefined ? {} : { reminderLeadMinutes: lead, reminderIsCustom: false }
  const [first, second] = reminders
  const only = second === undefined && typeof first === 'number' ? first : null
  return { reminderLeadMinutes: only, reminderIsCustom: only === null && first !== undefined }
}

/** What a form makes of the reminders of an event; nothing where it does not speak of them. */
export function remindersAfter(form: EventForm): Partial<StoredEvent> {
  const mark = reminderMark(form)
  return mark.reminderIsCustom === undefined
    ? mark
    : { ...mark, ...({ reminders: form.reminders } as Partial<StoredEvent>) }
}

/** Minutes before the start, or before the midnight that begins a whole day. */
export function minutesBefore(reminder: ReminderTime, allDay: boolean): number {
  if (!allDay && typeof reminder === 'number') return reminder
  const { daysBefore, hours, minutes } = dayTimeOf(reminder)
  return daysBefore * MINUTES_A_DAY - hours * 60 - minutes
}
