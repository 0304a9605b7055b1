import type { StoredForm } from '../ical/form'

/** The event as an edit dialog starts from it. */
export const presentForm = (form: StoredForm, calendarUrl: string) => ({
  title: form.title,
  allDay: form.allDay,
  start: form.start,
  end: form.end,
  location: form.location,
  description: form.description,
  recurrence: form.recurrence,
  ...(form.recurrenceUntil === undefined ? {} : { recurrenceUntil: form.recurrenceUntil }),
  ...(form.recurrenceCount === undefined ? {} : { recurrenceCount: form.recurrenceCount }),
  calendarUrl,
  reminderLeadMinutes: form.reminderLeadMinutes,
  reminderIsCustom: form.reminderIsCustom,
  ...(form.reminders === undefined ? {} : { reminders: form.reminders }),
  personIds: form.personIds ?? [],
})
