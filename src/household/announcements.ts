import type { Announcement } from '../platform/hub'
import type { LiveEvent, Readers } from '../platform/live'

declare module '../platform/hub' {
  interface Topics {
    /** Events of a calendar, or the calendar itself, are not what they were. */
    calendar: {
      calendarId: number
      readers: Readers
      /**
       * The id under which others see it because its owner has opened it, or had until now; null: they see nothing of
       * it. Left out: it is as `openIdOf` says when it is told.
       */
      openId?: number | null
    }
  }
}

/** `openId`: see `Topics`; left out, it is decided when it is told. */
export const calendarChanged = (
  calendarId: number,
  readers: Readers,
  openId?: number | null,
): Announcement<'calendar'> => ({ topic: 'calendar', calendarId, readers, ...(openId !== undefined && { openId }) })

/** The same as streams carry it. */
export const liveCalendarChange = ({ calendarId, readers }: Announcement<'calendar'>): LiveEvent => ({
  type: 'calendar:changed',
  about: calendarId,
  data: { calendarId, payload: { calendarId } },
  readers,
})
