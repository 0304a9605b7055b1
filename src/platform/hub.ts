/**
 * In-process publish/subscribe: announcements reach every subscriber in the order they were published. Each topic is
 * declared by the part that owns it:
 *
 *     declare module '../../platform/hub' {
 *       interface Topics {
 *         list: { listId: number }
 *       }
 *     }
 */
export interface Topics extends Record<never, object> {}

/** What is announced on one topic, or on any. */
export type Announcement<Topic extends keyof Topics = keyof Topics> = {
  [T in Topic]: { topic: T } & Topics[T]
}[Topic]

/** Hears of an announcement, and when it was made. */
export type Subscriber = (announcement: Announcement, at: Date) => void

export interface HubOptions {
  now: () => Date
  onError: (error: unknown) => void
  /** Called when the first subscriber has come, and when the last has left. */
  onListening?: (isListening: boolean) => void
}

export interface Hub {
  /** For the relay: verbs announce what they have done in their transactions. */
  publish(announcement: Announcement, at?: Date): void
  /** Returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void
  readonly size: number
}

/** A subscriber that throws is reported and does not keep the others from hearing. */
export function createHub({ now, onError, onListening = () => {} }: HubOptions): Hub {
  const subscribers = new Set<Subscriber>()
  return {
    publish(announcement, at = now()) {
      for (const subscriber of subscribers) {
        try {
          subscriber(announcement, at)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      if (subscribers.size === 1) onListening(true)
      return () => {
        if (subscribers.delete(subscriber) && subscribers.size === 0) onListening(false)
      }
    },
    get size() {
      return subscribers.size
    },
  }
}
