import { and, asc, eq, gt } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import type { Zone } from '../ical/zones'
import { announce } from './calendars'
import { readObjects } from './read'
import { upsertEvents } from './rows'

const SLICE = 200

/**
 * Computes the cached columns anew from the stored objects: bounds of days, times without a zone and all-day reminders
 * depend on the household's zone. For a household that has moved to another one. A few hundred rows per transaction.
 */
export async function resummarize(ctx: Context): Promise<void> {
  const zone = await householdZone(ctx)
  const rows = await ctx.db.select({ id: calendars.id }).from(calendars)
  for (const { id } of rows) {
    await resummarizeCalendar(ctx, id, zone)
    await announce(ctx, id)
  }
}

async function resummarizeCalendar(ctx: Context, id: number, zone: Zone): Promise<void> {
  let last: number | null = 0
  while (last !== null) last = await resummarizeSlice(ctx, id, last, zone)
}

/** Does the rows after `afterId`; returns the last id done, null when there were none. */
function resummarizeSlice(ctx: Context, calendarId: number, afterId: number, zone: Zone): Promise<number | null> {
  return inTransaction(ctx.db, async (tx) => {
    // A sync must not store a newer text between our reading and our writing.
    await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.id, calendarId)).for('update')
    const rows = await tx
      .select({ id: events.id, href: events.href, etag: events.etag, data: events.rawVevent })
      .from(events)
      .where(and(eq(events.calendarId, calendarId), gt(events.id, afterId)))
      .orderBy(asc(events.id))
      .limit(SLICE)
    const objects = rows.map((row) => ({ ...row, etag: row.etag ?? '' }))
    const etags = new Map(rows.map((row) => [row.href, row.etag]))
    const read = await readObjects(objects, zone, { withFingerprint: false })
    const items = read.events.map((event) => ({ ...event, etag: etags.get(event.href) ?? null }))
    await upsertEvents(tx, calendarId, items, ctx.now())
    return rows.at(-1)?.id ?? null
  })
}
