import type { Context } from './context'
import type { Announcement, Topics } from './hub'

/** Who may hear of something at the moment of its announcement: members by id, or all of them. */
export type Readers = readonly number[] | 'everyone'

/** An announcement as clients receive it: one event of a stream (Server-Sent Events, WHATWG HTML 9.2). */
export interface LiveEvent {
  type: string
  /** The id of what it is about, a part of the event's own id; null where it has none that is safe to send there. */
  about: number | null
  /** What the event's JSON holds behind its type. */
  data: object
  readers: Readers
}

/** What one kind of stream carries: topics, each with its announcements as clients receive them. */
export interface Channel {
  /** Its frames in words, for the description of the interface. */
  frames: string
  topics: { readonly [Topic in keyof Topics]?: (announcement: Announcement<Topic>) => LiveEvent }
  /**
   * The same for somebody who asks for the household and is none of its readers; null: nothing. A channel without it
   * tells its readers alone.
   */
  household?: (ctx: Pick<Context, 'db'>, announcement: Announcement) => Promise<LiveEvent | null>
}

/** An announcement as a channel carries it, null for a topic of another one. */
export function liveEventOn(channel: Channel, announcement: Announcement): LiveEvent | null {
  const describe = channel.topics[announcement.topic] as ((announcement: Announcement) => LiveEvent) | undefined
  return describe?.(announcement) ?? null
}
