import type { Context } from '../../platform/context'
import { type Batch, type Connection, getObjects, type ListedObject } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { loadCachedAt, loadFingerprinted } from './cached-events'
import type { Calendar } from './calendars'
import { type CachedEvent, type Plan, plan } from './plan'
import { type ReadEvent, readObjects } from './read-objects'
import type { Facts } from './remote-changes'
import type { Skipped } from './skipped'
import type { Snapshot } from './snapshot'

/** Some objects of a calendar, and the plan that follows from them. */
export interface Slice {
  /** The rows that the plan was made from. */
  cached: CachedEvent[]
  plan: Plan<ReadEvent>
  skipped: Skipped[]
  /** Hrefs of objects that could be used. */
  settled: string[]
  /** Objects that were not read because the server broke off. */
  left: ListedObject[]
}

/**
 * Reads some hundred objects and the rows that they may change; the rows are from `snapshot` if it has them, else from
 * the database.
 * @throws CalDavError
 */
export async function readSlice(
  ctx: Context,
  connection: Connection,
  { id, url }: Pick<Calendar, 'id' | 'url'>,
  { tier, isThere }: Pick<Facts, 'tier' | 'isThere'>,
  objects: readonly ListedObject[],
  { zone, snapshot, batch }: { zone: Zone; snapshot: Snapshot | null; batch: Batch },
): Promise<Slice> {
  const hrefs = objects.map(({ href }) => href)
  const isFull = tier === 'full'
  const rows = isFull
    ? await loadFingerprinted(ctx.db, id, hrefs)
    : (snapshot?.at(hrefs) ?? (await loadCachedAt(ctx.db, id, { hrefs, uids: [] })))
  const fetched = await getObjects(connection, url, hrefs, batch)
  const read = await readObjects(fetched.objects, zone, { withFingerprint: isFull })
  const known = new Set(rows.map(({ uid }) => uid))
  const uids = read.events.map(({ uid }) => uid).filter((uid) => !known.has(uid))
  const others = snapshot?.of(uids) ?? (await loadCachedAt(ctx.db, id, { hrefs: [], uids }))
  // A row that has come to one of these hrefs since may be newer than what was read: `apply` is to find it.
  const asked = new Set(hrefs)
  const cached = [...rows, ...others.filter(({ href }) => !asked.has(href))]
  // An object without an event is, for the cache, not there.
  const absent = new Set([...fetched.gone, ...read.notEvents])
  const withheld = new Map([
    ...fetched.gone.map((href) => [href, 'the server names it and does not have it'] as const),
    ...fetched.unreadable.map((href) => [href, 'the server gave no etag or no whole text'] as const),
  ])
  const skipped = [
    ...objects.flatMap((object) => {
      const reason = withheld.get(object.href)
      return reason === undefined ? [] : [{ ...object, reason, isWithheld: true }]
    }),
    ...read.broken.map((object) => ({ ...object, isWithheld: false })),
  ]
  const isLeft = new Set(fetched.unasked)
  const isUnsettled = new Set([...skipped.map(({ href }) => href), ...isLeft])
  return {
    cached,
    plan: plan(cached, (href) => isThere(href) && !absent.has(href), read.events),
    skipped,
    settled: hrefs.filter((href) => !isUnsettled.has(href)),
    left: objects.filter(({ href }) => isLeft.has(href)),
  }
}
