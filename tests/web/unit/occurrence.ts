import type { Occurrence } from '../../../web/src/data/types'

/** Of a calendar of Ada's: instants for a timed event, dates for whole days. */
export const occurrence = (title: string, start: string, end: string, more: Partial<Occurrence> = {}): Occurrence => ({
  uid: title,
  title,
  allDay: !start.includes('T'),
  start,
  end,
  calendarId: 1,
  calendarName: 'Ada',
  color: '#2563EB',
  isShared: false,
  isRecurring: false,
  recurrenceId: null,
  seriesStart: null,
  location: null,
  userId: 1,
  ownerName: 'Ada',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  ...more,
})
