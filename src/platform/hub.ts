/** In-process publish/subscribe: announcements reach every subscriber in the order they were published. */
import type { OutboxState } from './outbox-states'

export type Announcement = News | SessionAnnouncement

/** What members hear of. */
export type News =
  | ListAnnouncement
  | { topic: 'calendar'; calendarId: number; readers: readonly number[] | 'everyone' }
  | { topic: 'sync-status'; memberId: number; uid: string; status: OutboxState }

export type ListAnnouncement = {
  topic: 'list'
  type: 'list:updated' | 'list:deleted' | 'item:added' | 'item:updated' | 'item:deleted'
  listId: number
  payload: Record<string, string | number>
  /** Those who may read the list at the moment of the announcement. */
  readers: readonly number[]
}

/**
 * What open streams must hear of: this very session has been signed out, or sessions of a member have been ended and
 * whoever relies on one must look again.
 */
export type SessionAnnouncement =
  | { topic: 'signed-out'; sessionId: string }
  | { topic: 'sessions-ended'; memberId: number }

export type Subscriber = (announcement: Announcement) => void

export interface Hub {
  publish(announcement: Announcement): void
  /** Returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void
  readonly size: number
}

/** A subscriber that throws is reported and does not keep the others from hearing. */
export function createHub(onError: (error: unknown) => void): Hub {
  const subscribers = new Set<Subscriber>()
  return {
    publish(announcement) {
      for (const subscriber of subscribers) {
        try {
          subscriber(announcement)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    get size() {
      return subscribers.size
    },
  }
}
