import type { StoredForm } from '../../calendar/ical/form'
import type { CachedOccurrence } from '../../calendar/window/read'
import type { MemberCalendar } from '../../household/calendars'
import { SHARED_COLOR } from '../../household/palette'

/** An element of the windowed read. */
export const presentOccurrence = (occurrence: CachedOccurrence, calendar: MemberCalendar) => ({
  uid: occurrence.uid,
  title: occurrence.title,
  location: occurrence.location,
  allDay: occurrence.allDay,
  start: occurrence.start,
  end: occurrence.end,
  isRecurring: occurrence.isRecurring,
  seriesStart: occurrence.seriesStart,
  calendarId: calendar.id,
  calendarName: calendar.displayName,
  color: calendar.isShared ? SHARED_COLOR : calendar.ownerColor,
  isShared: calendar.isShared,
  userId: calendar.ownerId,
  ownerName: calendar.ownerName,
  reminderLeadMinutes: occurrence.reminderLeadMinutes,
  reminderIsCustom: occurrence.reminderIsCustom,
})

/** How far the cache may be behind a calendar's server. */
export const presentFreshness = ({ displayName, isOwn, lastSyncedAt, isFailing }: MemberCalendar) => ({
  displayName,
  isOwn,
  lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  isFailing,
})

/** An event as an edit dialog starts from it. */
export const presentForm = (form: StoredForm, calendar: MemberCalendar) => ({
  title: form.title,
  allDay: form.allDay,
  start: form.start,
  end: form.end,
  location: form.location,
  description: form.description,
  recurrence: form.recurrence,
  ...(form.recurrenceUntil === undefined ? {} : { recurrenceUntil: form.recurrenceUntil }),
  ...(form.recurrenceCount === undefined ? {} : { recurrenceCount: form.recurrenceCount }),
  calendarUrl: calendar.url,
  reminderLeadMinutes: form.reminderLeadMinutes,
  reminderIsCustom: form.reminderIsCustom,
})

export const presentCalendar = ({ url, displayName, color, isShared }: MemberCalendar) => ({
  url,
  displayName,
  color,
  isShared,
})
