import type { TimeSlice } from '../../platform/time-slice'
import type { Zone } from '../ical/zone'
import { type ReadEvent, readObjects } from '../sync/read-objects'
import type { Skipped } from '../sync/skipped'
import { FeedError } from './error'
import type { FeedObject } from './objects'
import type { Feed } from './read'

/** Objects that are read, and kept in memory with what is stored of them, together. */
export const OBJECTS_PER_SLICE = 300

/** What can be stored of a feed's objects, and those that cannot be read. `slice` as in `readObjects`. */
export async function readEvents(
  objects: readonly FeedObject[],
  zone: Zone,
  slice?: TimeSlice,
): Promise<{ events: ReadEvent[]; skipped: Skipped[] }> {
  const texts = objects.map((object) => ({ href: object.href, etag: object.etag, data: object.text() }))
  const { events, broken } = await readObjects(texts, zone, { withFingerprint: false, slice })
  const uids = new Map(objects.map(({ href, uid }) => [href, uid]))
  const isItself = ({ href, uid }: ReadEvent) => uids.get(href) === uid
  const others = events.filter((event) => !isItself(event))
  const skipped = [...broken, ...others.map(({ href, etag }) => ({ href, etag, reason: 'event of another UID' }))]
  return {
    events: events.filter(isItself),
    skipped: skipped.map((object) => ({ ...object, isWithheld: false })),
  }
}

/** @throws FeedError unreadable, where a feed has events and so many of its objects are skipped that none is left */
export function refuseUnreadable({ objects, broken }: Feed, skipped: number): void {
  if (skipped + broken.length > 0 && skipped === objects.length) throw new FeedError('unreadable')
}
