import { liveCalendarChange } from '../household/announcements'
import type { Channel } from '../platform/live'

declare module '../platform/hub' {
  interface Topics {
    /** How a write of a member stands. */
    'sync-status': { memberId: number; uid: string; status: 'pending' | 'failed' | 'dead' | 'done' }
  }
}

/** The stream of the calendars. */
export const calendarChannel: Channel = {
  calendar: liveCalendarChange,
  'sync-status': ({ memberId, uid, status }) => ({
    type: 'sync:status',
    // Not the uid: it comes from other people's calendars and may hold anything.
    about: null,
    data: { uid, status },
    readers: [memberId],
  }),
}
