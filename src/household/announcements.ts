import type { Announcement } from '../platform/hub'
import type { LiveEvent, Readers } from '../platform/live'

declare module '../platform/hub' {
  interface Topics {
    /** Events of a calendar, or the calendar itself, are not what they were. */
    calendar: { calendarId: number; readers: Readers }
  }
}

export const calendarChanged = (calendarId: number, readers: Readers): Announcement<'calendar'> => ({
  topic: 'calendar',
  calendarId,
  readers,
})

export const liveCalendarChange = ({ calendarId, readers }: Announcement<'calendar'>): LiveEvent => ({
  type: 'calendar:changed',
  about: calendarId,
  data: { calendarId, payload: { calendarId } },
  readers,
})
