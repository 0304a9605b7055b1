import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { calendars, events } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { backgroundSlice, TimeSlice } from '../../platform/time-slice'
import { portionsOf } from '../object-texts'
import { announceCalendar } from './calendars'
import { COMPUTED, computedOf, fingerprintOfRow } from './event-columns'
import { mutexOf } from './keyed-mutex'
import { type ReadEvent, readObjects } from './read-objects'
import { upsertEvents } from './store-events'

const AT_ONCE = 100

/** Notes that every calendar was read with an earlier zone; in the transaction that stores the new one. */
export async function markForResummary(tx: Executor): Promise<void> {
  await tx.update(calendars).set({ zonePosition: 0 })
}

/**
 * Computes the cached columns anew after a change of the household's zone, on which days, floating times and all-day
 * reminders depend. A hundred rows per transaction, which notes how far it has come: interrupted, it goes on from there,
 * and after another change from the beginning. `isStopped` ends it early.
 */
export function resummarize(ctx: Context, isStopped: () => boolean = () => false): Promise<void> {
  return mutexOf(ctx).singleFlight('resummarize', async () => {
    const marked = await ctx.db.select({ id: calendars.id }).from(calendars).where(isNotNull(calendars.zonePosition))
    const slice = backgroundSlice()
    for (const { id } of marked) {
      let isLeft = true
      while (isLeft && !isStopped()) {
        isLeft = await resummarizeSome(ctx, id)
        await slice.giveWay()
      }
      // What is left is announced by whoever goes on with it.
      if (!isLeft) await announceCalendar(ctx, id)
    }
    if (marked.length > 0 && !isStopped()) ctx.log.info('the cache follows the time zone', { calendars: marked.length })
  })
}

/** The next rows of a calendar. Returns whether some may be left. */
async function resummarizeSome(ctx: Context, id: number): Promise<boolean> {
  const [calendar] = await ctx.db
    .select({ position: calendars.zonePosition })
    .from(calendars)
    .where(eq(calendars.id, id))
  const position = calendar?.position ?? null
  if (position === null) return false
  const ids = await idsAfter(ctx, id, position)
  if (ids.length === 0) return !(await advance(ctx, id, { from: position, to: null }))
  // Portions are whole ids in their order: the last one of each is how far this has come.
  let from = position
  for (const portion of await portionsOf(ctx, ids)) {
    const to = portion.at(-1)!
    if (!(await advance(ctx, id, { from, to, ids: portion }))) return true
    from = to
  }
  return true
}

interface Step {
  from: number
  to: number | null
  ids?: number[]
}

/** Reads these rows with the zone of this moment. False: somebody else has come further, or the zone has changed again. */
function advance(ctx: Context, id: number, { from, to, ids = [] }: Step): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    // A sync must not store a newer text between our reading and our writing.
    const [locked] = await tx
      .select({ position: calendars.zonePosition })
      .from(calendars)
      .where(eq(calendars.id, id))
      .for('update')
    if (locked?.position !== from) return false
    if (ids.length > 0) await resummarizeRows(ctx, tx, id, ids)
    await tx.update(calendars).set({ zonePosition: to }).where(eq(calendars.id, id))
    return true
  })
}

async function idsAfter({ db }: Context, calendarId: number, afterId: number): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), gt(events.id, afterId)))
    .orderBy(asc(events.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

async function resummarizeRows(ctx: Context, tx: Executor, calendarId: number, ids: number[]): Promise<void> {
  // A statement of its own: within the one that waits for the lock it would be read before the wait.
  const zone = await householdZone({ config: ctx.config, db: tx })
  const rows = await tx
    .select({ href: events.href, etag: events.etag, data: events.rawVevent, ...COMPUTED })
    .from(events)
    .where(inArray(events.id, ids))
  const stored = new Map(rows.map((row) => [row.href, row]))
  const objects = rows.map(({ href, etag, data }) => ({ href, etag: etag ?? '', data }))
  // Behind no request: whoever writes to this calendar waits for the transaction, which may not idle for long.
  const read = await readObjects(objects, zone, { withFingerprint: false, slice: new TimeSlice() })
  const changed = read.events.filter((event) => isOtherwise(event, stored.get(event.href)!))
  const items = changed.map((event) => ({ ...event, etag: stored.get(event.href)!.etag }))
  if (items.length > 0) await upsertEvents(tx, calendarId, items, ctx.now())
}

type Stored = Parameters<typeof fingerprintOfRow>[0]

/** Whether the columns have changed, or for an all-day event the midnights by which it is found. */
function isOtherwise({ summary }: ReadEvent, stored: Omit<Stored, 'textDigest'>): boolean {
  const columnsOf = (columns: Omit<Stored, 'textDigest'>) => fingerprintOfRow({ ...columns, textDigest: '' })
  return summary.allDay || columnsOf(computedOf(summary)) !== columnsOf(stored)
}
