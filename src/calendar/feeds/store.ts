import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Zone } from '../ical/zone'
import { type Applied, apply } from '../sync/apply'
import { loadCached } from '../sync/cached-events'
import type { Calendar } from '../sync/calendars'
import type { CachedEvent } from '../sync/plan'
import { loadRemembered, type Skipped } from '../sync/skipped'
import type { Feed } from './read'
import { OBJECTS_PER_SLICE, readEvents, refuseUnreadable } from './read-events'
import { renamedOf } from './renamed'

export interface Stored {
  stored: number
  removed: number
  /** Events that cannot be read. */
  skipped: number
}

/** Others have changed the same rows, or the household's zone, meanwhile, or the subscription is gone. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

const ATTEMPTS = 3
/** More unreadable events than anybody looks through. */
const MAX_REMEMBERED = 100

/**
 * Brings a subscription's cached events to what a complete answer holds, in slices that are stored one by one; what is
 * not there any more goes with the last. A UID that is there and of which nothing can be read keeps its cached version,
 * and what is the same under another UID keeps its row. `mayGoOn` is asked before each slice, and before anything goes.
 * @throws FeedError unreadable, when no event can be read
 */
export async function storeFeed(
  ctx: Context,
  calendar: Calendar,
  feed: Feed,
  mayGoOn: () => Promise<boolean>,
): Promise<Stored | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeOnce(ctx, calendar, feed, mayGoOn)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (attempt === ATTEMPTS) return null
    }
  }
}

async function storeOnce(
  ctx: Context,
  calendar: Calendar,
  feed: Feed,
  mayGoOn: () => Promise<boolean>,
): Promise<Stored> {
  const zone = await householdZone(ctx)
  const cached = new Map((await loadCached(ctx.db, calendar.id)).map((row) => [row.uid, row]))
  const renamed = renamedOf(feed, cached)
  const changed = feed.objects.filter(({ uid, etag }) => !renamed.has(uid) && cached.get(uid)?.etag !== etag)
  const skipped: Skipped[] = []
  const counts = { stored: 0, removed: 0 }
  let before: Promise<Applied> = Promise.resolve({ outcome: 'applied', stored: 0, removed: 0, calendar })
  const settle = async () => {
    const applied = await before
    if (applied.outcome !== 'applied') throw new Overtaken()
    counts.stored += applied.stored
    counts.removed += applied.removed
  }
  for (let start = 0; start < changed.length; start += OBJECTS_PER_SLICE) {
    const objects = changed.slice(start, start + OBJECTS_PER_SLICE)
    // One slice is stored while the next is read.
    const read = await readEvents(objects, zone)
    skipped.push(...read.skipped)
    await settle()
    if (!(await mayGoOn())) throw new Overtaken()
    const plan = { upserts: read.events, deletes: [], shadowed: 0 }
    const known = objects.flatMap(({ uid }) => cached.get(uid) ?? [])
    before = apply(ctx, { calendar, zone, cached: known, plan, announces: 'never' })
    // Its failure is thrown above; until somebody waits for it, it must not count as unhandled.
    before.catch(() => {})
  }
  await settle()
  refuseUnreadable(feed, skipped.length)
  if (!(await mayGoOn())) throw new Overtaken()
  before = remove(ctx, calendar, feed, { zone, cached, renamed, skipped })
  await settle()
  return { ...counts, skipped: skipped.length + feed.broken.length }
}

/** Removes what a complete answer does not hold any more, and remembers what of it cannot be read. */
async function remove(
  ctx: Context,
  calendar: Calendar,
  feed: Feed,
  {
    zone,
    cached,
    renamed,
    skipped,
  }: {
    zone: Zone
    cached: ReadonlyMap<string, CachedEvent>
    renamed: ReadonlyMap<string, string>
    skipped: readonly Skipped[]
  },
): Promise<Applied> {
  const there = new Set([...feed.objects.map(({ uid }) => renamed.get(uid) ?? uid), ...feed.broken])
  const stale = [...cached.values()].filter(({ uid }) => !there.has(uid))
  const useless = new Set(skipped.map(({ href }) => href))
  const settled = [...(await loadRemembered(ctx.db, calendar)).keys()].filter((href) => !useless.has(href))
  if (stale.length + settled.length + skipped.length === 0) {
    return { outcome: 'applied', stored: 0, removed: 0, calendar }
  }
  const plan = { upserts: [], deletes: [], shadowed: 0 }
  const remembered = skipped.slice(0, MAX_REMEMBERED)
  return apply(ctx, { calendar, zone, cached: [], plan, stale, settled, skipped: remembered, announces: 'never' })
}
