import { liveCalendarChange } from '../household/announcements'
import { openIdOf } from '../household/open-calendars'
import type { outbox } from '../platform/db/schema'
import type { Channel } from '../platform/live'
import type { EventRef } from './event-ref'

declare module '../platform/hub' {
  interface Topics {
    /** How a write of a member stands. */
    'sync-status': { memberId: number; event: EventRef; status: typeof outbox.$inferSelect.status }
  }
}

/** The stream of the calendars. */
export const calendarChannel: Channel = {
  frames:
    'calendar:changed `{ type, calendarId, payload: { calendarId } }`, sync:status `{ type, uid, status }`, with ' +
    '`recurrenceId` where it is about one occurrence, of the own writes; with household=true calendar:changed of what ' +
    'others have opened, too, and when it is opened or closed',
  topics: {
    calendar: liveCalendarChange,
    'sync-status': ({ memberId, event, status }) => ({
      type: 'sync:status',
      // Not the uid: it comes from other people's calendars and may hold anything.
      about: null,
      data: {
        uid: event.uid,
        ...(event.recurrenceId === null ? {} : { recurrenceId: event.recurrenceId }),
        status,
      },
      readers: [memberId],
    }),
  },
  household: async (ctx, announcement) => {
    if (announcement.topic !== 'calendar') return null
    const { calendarId, openId: known } = announcement
    const openId = known === undefined ? await openIdOf(ctx, calendarId) : known
    return openId === null ? null : liveCalendarChange({ ...announcement, calendarId: openId })
  },
}
