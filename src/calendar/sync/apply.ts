import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, events } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { announceTo, type Calendar } from './calendars'
import { type CachedEvent, isOvertaken, type Plan } from './plan'
import type { ReadEvent } from './read'
import { loadCached, loadCachedAt, upsertEvents } from './rows'

type CalendarChange = Partial<typeof calendars.$inferInsert>

export interface Application {
  calendar: Pick<Calendar, 'id'>
  /** What the plan was made from. */
  cached: readonly CachedEvent[]
  plan: Plan<ReadEvent>
  /** Saved last, with the rows or not at all. */
  save: CalendarChange
}

const DELETES_PER_STATEMENT = 500
/** From here on reading the whole calendar is quicker than looking up rows. */
const MANY_ROWS = 200

/**
 * Carries out a plan in one transaction and announces it when rows have changed. `overtaken`: somebody else has
 * changed the same rows since the plan was made, and nothing was done; `removed`: the calendar is no longer there.
 */
export async function apply(ctx: Context, application: Application): Promise<'applied' | 'overtaken' | 'removed'> {
  const { upserts, deletes } = application.plan
  const result = await inTransaction(ctx.db, (tx) => applyIn(ctx, tx, application))
  if (result.outcome === 'applied' && upserts.length + deletes.length > 0) announceTo(ctx, result.calendar)
  return result.outcome
}

async function applyIn(ctx: Context, tx: Transaction, { calendar, cached, plan, save }: Application) {
  // One at a time per calendar, other processes included.
  const [locked] = await tx
    .select({ id: calendars.id, userId: calendars.userId, isShared: calendars.isShared })
    .from(calendars)
    .where(eq(calendars.id, calendar.id))
    .for('update')
  if (locked === undefined) return { outcome: 'removed' } as const
  if (plan.upserts.length + plan.deletes.length > 0) {
    if (isOvertaken(plan, cached, await loadTouched(tx, calendar.id, plan))) {
      return { outcome: 'overtaken' } as const
    }
    const ids = plan.deletes.map(({ id }) => id)
    for (let start = 0; start < ids.length; start += DELETES_PER_STATEMENT) {
      await tx.delete(events).where(inArray(events.id, ids.slice(start, start + DELETES_PER_STATEMENT)))
    }
    await upsertEvents(tx, calendar.id, plan.upserts, ctx.now())
  }
  if (Object.keys(save).length > 0) await tx.update(calendars).set(save).where(eq(calendars.id, calendar.id))
  return { outcome: 'applied', calendar: locked } as const
}

/** The rows that a plan touches, as they are now; perhaps among others. */
function loadTouched(tx: Transaction, calendarId: number, { upserts, deletes }: Plan<ReadEvent>) {
  const touched = [...upserts, ...deletes]
  if (touched.length > MANY_ROWS) return loadCached(tx, calendarId)
  return loadCachedAt(tx, calendarId, {
    hrefs: touched.map(({ href }) => href),
    uids: touched.map(({ uid }) => uid),
  })
}
