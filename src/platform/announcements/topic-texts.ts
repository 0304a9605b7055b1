import type { Executor } from '../db/client'
import type { Announcement, Topics } from '../hub'

/** How announcements of a topic are stored that carry what people have written. */
export interface TopicTexts<Topic extends keyof Topics> {
  /** The announcement without the text. */
  withoutText(announcement: Announcement<Topic>): Announcement<Topic>
  /**
   * The same announcements, each with the text as it is now, for those alone who may read it now; null: it is gone, and
   * an announcement of that follows.
   */
  withText(
    db: Executor,
    announcements: readonly Announcement<Topic>[],
  ): Promise<readonly (Announcement<Topic> | null)[]>
}

/** Of each topic that has texts. */
export type AllTopicTexts = { readonly [Topic in keyof Topics]?: TopicTexts<Topic> }

type AnyTexts = TopicTexts<keyof Topics> | undefined

/** Announcements as they are stored. */
export const withoutTexts = (all: AllTopicTexts, news: readonly Announcement[]): Announcement[] =>
  news.map((one) => (all[one.topic] as AnyTexts)?.withoutText(one) ?? one)

/** Stored announcements as they are told, in their order; asks once for each topic that has texts. */
export async function withTexts(
  all: AllTopicTexts,
  db: Executor,
  stored: readonly Announcement[],
): Promise<(Announcement | null)[]> {
  const told: (Announcement | null)[] = [...stored]
  const places = Map.groupBy(stored.keys(), (place) => stored[place]!.topic)
  for (const [topic, of] of places) {
    const found = await (all[topic] as AnyTexts)?.withText(
      db,
      of.map((place) => stored[place]!),
    )
    for (const [index, place] of of.entries()) if (found !== undefined) told[place] = found[index] ?? null
  }
  return told
}
