import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events, eventWords } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { TimeSlice } from '../../platform/time-slice'
import { IcalError } from '../ical/error'
import { summarize } from '../ical/summary'
import type { Zone } from '../ical/zone'
import { portionsOf } from '../object-texts'
import { type SaidEvent, storeWords } from './store-words'

const AT_ONCE = 200

/**
 * Makes events findable that were stored before there was a search: a few hundred per transaction, in portions that fit into
 * memory. Interrupted, it goes on with what is left; where nothing is, it costs one select. `isStopped` ends it early.
 */
export async function indexStored(ctx: Context, isStopped: () => boolean = () => false): Promise<void> {
  const zone = await householdZone(ctx)
  const known = await ctx.db.select({ id: calendars.id }).from(calendars)
  for (const { id } of known) {
    for (;;) {
      const ids = await unread(ctx, id)
      for (const portion of await portionsOf(ctx, ids)) {
        if (isStopped()) return
        await inTransaction(ctx.db, async (tx) => {
          // A sync must not store a newer text between our reading and our writing.
          await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.id, id)).for('update')
          const rows = await tx
            .select({ id: events.id, text: events.rawVevent })
            .from(events)
            .where(inArray(events.id, portion))
          await storeWords(tx, id, await readAll(rows, zone))
        })
      }
      if (ids.length < AT_ONCE) break
    }
  }
}

async function unread({ db }: Context, calendarId: number): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .leftJoin(eventWords, and(eq(eventWords.calendarId, events.calendarId), eq(eventWords.eventId, events.id)))
    .where(and(eq(events.calendarId, calendarId), isNull(eventWords.eventId)))
    .orderBy(asc(events.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

async function readAll(rows: readonly { id: number; text: string }[], zone: Zone): Promise<SaidEvent[]> {
  const said: SaidEvent[] = []
  const slice = new TimeSlice()
  for (const { id, text } of rows) {
    said.push({ eventId: id, summary: summaryOf(text, zone) })
    await slice.giveWay()
  }
  return said
}

/** What can no longer be read says nothing, and is not asked again. */
function summaryOf(text: string, zone: Zone): SaidEvent['summary'] {
  try {
    return summarize(text, zone)
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
    return { texts: [], hasRrule: false, cancelled: true, startsAt: 0, endsAt: 0 }
  }
}
