import { backgroundSlice, type TimeSlice } from '../../platform/time-slice'
import { holdsEvent, MAX_KEY_LENGTH, type RemoteObject } from '../caldav/client'
import { IcalError } from '../ical/error'
import { type EventSummary, summarize } from '../ical/summary'
import type { Zone } from '../ical/zone'
import { fingerprintOf } from './event-columns'
import type { ReadableEvent } from './plan'

/** An object with what the cache keeps in columns. */
export interface ReadEvent extends ReadableEvent {
  data: string
  summary: EventSummary
}

interface ReadObjects {
  events: ReadEvent[]
  /** Hrefs of objects without an event: tasks and journals. */
  notEvents: string[]
  broken: { href: string; etag: string; reason: string }[]
}

/** Of an object's text. */
export const MAX_OBJECT_BYTES = 4 * 1024 * 1024
/** What the columns hold; a longer value would stop the whole calendar. */
const MAX = { uid: 512, href: MAX_KEY_LENGTH, etag: 512 }

/**
 * Reads objects one by one, and yields to other requests in between; a broken one does not stop the rest.
 * `withFingerprint` as in `CachedEvent`; `slice` where somebody waits for it.
 */
export async function readObjects(
  objects: readonly RemoteObject[],
  zone: Zone,
  { withFingerprint, slice = backgroundSlice() }: { withFingerprint: boolean; slice?: TimeSlice },
): Promise<ReadObjects> {
  const read: ReadObjects = { events: [], notEvents: [], broken: [] }
  for (const object of objects) {
    await slice.giveWay()
    if (!holdsEvent(object.data)) {
      read.notEvents.push(object.href)
      continue
    }
    try {
      const event = readObject(object, zone)
      read.events.push(withFingerprint ? { ...event, fingerprint: fingerprintOf(event) } : event)
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      read.broken.push({ href: object.href, etag: object.etag, reason: error.message })
    }
  }
  return read
}

function readObject(object: RemoteObject, zone: Zone): ReadEvent {
  if (Buffer.byteLength(object.data) > MAX_OBJECT_BYTES) throw new IcalError('the object is too large')
  const summary = summarize(object.data, zone)
  if (summary.uid.length > MAX.uid) throw new IcalError('the UID is too long')
  if (object.href.length > MAX.href || object.etag.length > MAX.etag) throw new IcalError('href or etag is too long')
  return { ...object, uid: summary.uid, summary }
}
