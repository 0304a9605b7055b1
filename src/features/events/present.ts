import type { CachedOccurrence } from '../../calendar/window/reader'
import type { MemberCalendar } from '../../household/calendars'
import { SHARED_COLOR } from '../../household/palette'
import type { CalendarFreshness, Occurrence, WritableCalendar } from './model'

/** An element of the windowed read. */
export const presentOccurrence = (occurrence: CachedOccurrence, calendar: MemberCalendar): Occurrence => ({
  uid: occurrence.uid,
  title: occurrence.title,
  location: occurrence.location,
  allDay: occurrence.allDay,
  start: occurrence.start,
  end: occurrence.end,
  isRecurring: occurrence.isRecurring,
  recurrenceId: occurrence.recurrenceId,
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
export const presentFreshness = ({
  displayName,
  isOwn,
  lastSyncedAt,
  isFailing,
}: MemberCalendar): CalendarFreshness => ({
  displayName,
  isOwn,
  lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  isFailing,
})

export const presentCalendar = ({ url, displayName, color, isShared }: MemberCalendar): WritableCalendar => ({
  url,
  displayName,
  color,
  isShared,
})
