import { eq, sql } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { prepared } from '../../platform/db/prepared'
import { calendars } from '../../platform/db/schema'
import { CalDavError, type Connection, getObject, type RemoteObject } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { openAccountOf } from './account'
import { apply, type Recording } from './apply'
import { loadCachedAt } from './cached-events'
import type { Calendar } from './calendars'
import { type CachedEvent, plan, unlessGone } from './plan'
import { readObjects } from './read-objects'

const ATTEMPTS = 3

/** What the caller has read already. */
export interface ResyncOptions {
  /** Signed in as the calendar's owner. */
  connection?: Connection
  /** Of the event that is expected at the href. */
  uid?: string
  /** The household's. */
  zone?: Zone
  /** What the cache held before the write, from `lookUp`. */
  cache?: Promise<Cache>
  /** What stands at the href, null for nothing; read after `cache` was, or it might be older than what is cached. */
  object?: RemoteObject | null
  /** Recorded together with what is stored, unless the collection is another member's, too, whose rows follow by themselves. */
  record?: Recording
}

/** The calendar with its twins, and the calendar's rows that a write may touch. */
interface Cache {
  twins: Calendar[]
  rows: CachedEvent[]
}

/** A cached object, and what it is read with. */
interface Place {
  href: string
  uid: string | null
  zone: Zone
  connection: Connection | null
  /** Rows that were read before; read again if they have changed since. */
  rows: readonly CachedEvent[] | null
  /** The object if it was read before; read again if the rows have changed since. */
  object?: RemoteObject | null
  record?: Recording
}

/** Reads the cached rows with an href or a UID, while a write is on its way. A failure shows where it is awaited. */
export function lookUp(ctx: Context, calendarId: number, href: string, uid: string): Promise<Cache> {
  const cache = Promise.all([
    loadTwins(ctx, calendarId),
    loadCachedAt(ctx.db, calendarId, { hrefs: [href], uids: [uid] }),
  ]).then(([twins, rows]) => ({ twins, rows }))
  cache.catch(() => {})
  return cache
}

/**
 * Brings one object of the cache up to date after a write: one request, for just that href. Afterwards the cache holds
 * what the server has there, or nothing when the server has nothing. The next poll finds nothing new in it. Rows of
 * other members for the same collection follow, with their own accounts, when they can. Returns whether `known.record`
 * was committed: not where the calendar is gone, whatever a transaction that was undone has called.
 * @throws CalDavError, CredentialError
 */
export async function resync(
  ctx: Context,
  calendarId: number,
  href: string,
  known: ResyncOptions = {},
): Promise<boolean> {
  const { uid = null, connection = null, zone = await householdZone(ctx) } = known
  const { twins, rows } = (await known.cache) ?? { twins: await loadTwins(ctx, calendarId), rows: null }
  const calendar = twins.find(({ id }) => id === calendarId)
  if (calendar === undefined) return false
  const record = twins.length === 1 ? known.record : undefined
  const [own] = await Promise.allSettled([
    resyncOne(ctx, calendar, { href, uid, zone, connection, rows, object: known.object, record }),
    ...twins
      .filter((twin) => twin !== calendar)
      .map((twin) => resyncOne(ctx, twin, { href, uid, zone, connection: null, rows: null })),
  ])
  if (own.status === 'rejected') throw own.reason
  return own.value
}

/** The calendar and every other member's row for the same collection. */
function loadTwins(ctx: Context, calendarId: number): Promise<Calendar[]> {
  return twinsOf(ctx.db).execute({ calendarId })
}

const twinsOf = prepared((db) => {
  const isIt = eq(calendars.id, sql.placeholder('calendarId'))
  const url = db.select({ url: calendars.url }).from(calendars).where(isIt)
  return db.select().from(calendars).where(eq(calendars.url, url)).prepare()
})

/** Returns whether what was to be recorded is. */
async function resyncOne(ctx: Context, calendar: Calendar, place: Place): Promise<boolean> {
  const { href, uid } = place
  const { id, url } = calendar
  const connection = place.connection ?? (await openAccountOf(ctx, calendar.userId)).connection
  for (let count = 1; count <= ATTEMPTS; count++) {
    const uids = uid === null ? [] : [uid]
    const isFirst = count === 1
    const zone = isFirst ? place.zone : await householdZone(ctx)
    const before = (isFirst && place.rows) || (await loadCachedAt(ctx.db, id, { hrefs: [href], uids }))
    const given = isFirst ? place.object : undefined
    const object = given === undefined ? await getObject(connection, url, href) : given
    const objects = object === null ? [] : [object]
    const { events, broken, notEvents } = await readObjects(objects, zone, { withFingerprint: false })
    // The rows of UIDs that were asked for are there.
    const known = new Set([...uids, ...before.map((row) => row.uid)])
    const others = events.map((event) => event.uid).filter((other) => !known.has(other))
    const cached = [...before, ...(await loadCachedAt(ctx.db, id, { hrefs: [], uids: others }))]
    const absent = new Set(object === null ? [href] : notEvents)
    const skipped = broken.map((unusable) => ({ ...unusable, isWithheld: false }))
    const settled = broken.length === 0 ? [href] : []
    const decision = plan(cached, unlessGone(absent), events)
    const { record } = place
    const applied = await apply(ctx, { calendar, cached, plan: decision, zone, skipped, settled, record })
    if (applied.outcome !== 'overtaken') return applied.outcome === 'applied' && record !== undefined
  }
  throw new CalDavError('malformed', 0, 'the object kept changing while it was read')
}
