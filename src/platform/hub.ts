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
