import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import type { Zone } from '../ical/zone'
import { portionsOf } from '../object-texts'
import { announceCalendar } from './calendars'
import { readObjects } from './read-objects'
import { upsertEvents } from './store-events'

const AT_ONCE = 200

/**
 * Computes the cached columns anew after a change of the household's zone, on which days, floating times and all-day
 * reminders depend. A few hundred rows per transaction, in portions that fit into memory.
 */
export async function resummarize(ctx: Context): Promise<void> {
  const zone = await householdZone(ctx)
  const rows = await ctx.db.select({ id: calendars.id }).from(calendars)
  for (const { id } of rows) {
    await resummarizeCalendar(ctx, id, zone)
    await announceCalendar(ctx, id)
  }
}

async function resummarizeCalendar(ctx: Context, id: number, zone: Zone): Promise<void> {
  let ids: number[] = []
  do {
    ids = await idsAfter(ctx, id, ids.at(-1) ?? 0)
    for (const portion of await portionsOf(ctx, ids)) await resummarizeRows(ctx, id, portion, zone)
  } while (ids.length > 0)
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

function resummarizeRows(ctx: Context, calendarId: number, ids: number[], zone: Zone): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    // A sync must not store a newer text between our reading and our writing.
    await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.id, calendarId)).for('update')
    const rows = await tx
      .select({ href: events.href, etag: events.etag, data: events.rawVevent })
      .from(events)
      .where(inArray(events.id, ids))
    const objects = rows.map((row) => ({ ...row, etag: row.etag ?? '' }))
    const etags = new Map(rows.map((row) => [row.href, row.etag]))
    const read = await readObjects(objects, zone, { withFingerprint: false })
    const items = read.events.map((event) => ({ ...event, etag: etags.get(event.href) ?? null }))
    await upsertEvents(tx, calendarId, items, ctx.now())
  })
}
