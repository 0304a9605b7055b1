import type { CachedEvent } from '../sync/plan'
import type { FeedObject } from './objects'
import type { Feed } from './read'

/**
 * Which cached rows are events that the feed still has, under another UID and otherwise the same: many feeds name theirs
 * anew at each fetch. By the object's UID now, the row's UID. Pure.
 */
export function renamedOf(
  { objects, broken }: Pick<Feed, 'broken'> & { objects: readonly Pick<FeedObject, 'uid' | 'etag'>[] },
  cached: ReadonlyMap<string, CachedEvent>,
): Map<string, string> {
  const there = new Set([...objects.map(({ uid }) => uid), ...broken])
  const left = Map.groupBy(
    [...cached.values()].filter(({ uid }) => !there.has(uid)),
    ({ etag }) => etag,
  )
  const renamed = new Map<string, string>()
  for (const { uid, etag } of objects) {
    const row = cached.has(uid) ? undefined : left.get(etag)?.shift()
    if (row !== undefined) renamed.set(uid, row.uid)
  }
  return renamed
}
