import type { News } from '../../platform/hub'

const encoder = new TextEncoder()

/** A comment, sent at once: without a first byte a client would not see the stream open. */
export const OPENING = encoder.encode(': open\n\n')

/** Tells a client how long it waits before it opens the stream again, in milliseconds. */
export const COME_BACK_LATER = encoder.encode('retry: 30000\n\n')

/**
 * One frame of an event stream, its lines in the order event, id, data. JSON holds no line break, and the other two
 * must not either.
 */
export function frame(event: string, id: string | number, data: object): Uint8Array {
  return encoder.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The frame in which an announcement goes over the wire. */
export function announcementFrame(announcement: News, at: Date): Uint8Array {
  const time = at.getTime()
  switch (announcement.topic) {
    case 'list': {
      const { type, listId, payload } = announcement
      return frame(type, `${listId}-${time}`, { type, listId, payload })
    }
    case 'calendar': {
      const { calendarId } = announcement
      const type = 'calendar:changed'
      return frame(type, `${calendarId}-${time}`, { type, calendarId, payload: { calendarId } })
    }
    case 'sync-status': {
      const { event, status } = announcement
      const type = 'sync:status'
      // Not the uid: it comes from other people's calendars and may hold anything.
      return frame(type, time, { type, uid: event.uid, status })
    }
  }
}

/** Whether a member may hear an announcement. */
export function mayHear(memberId: number, announcement: News): boolean {
  if (announcement.topic === 'sync-status') return announcement.memberId === memberId
  return announcement.readers === 'everyone' || announcement.readers.includes(memberId)
}
