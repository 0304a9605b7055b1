import { and, eq, ne } from 'drizzle-orm'
import { announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Executor, Transaction } from '../platform/db/client'
import { nextRevision } from '../platform/db/revision'
import { calendars, removedSharedCalendars } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { notFound } from '../platform/http-errors'
import { calendarChanged } from './announcements'
import { lockHousehold } from './lock'

/** Makes one calendar the household's shared one, in place of any other. @throws Refusal 404, changing nothing */
export async function shareCalendar(ctx: Pick<Context, 'db' | 'now' | 'relay'>, calendarId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // Of two choices at once the second must see, and undo, the first.
    await lockHousehold(ctx, tx)
    const isShareable = and(eq(calendars.id, calendarId), eq(calendars.source, 'caldav'))
    // A sync that removes it does not hold the household's lock.
    const [target] = await tx.select({ id: calendars.id }).from(calendars).where(isShareable).for('update')
    if (target === undefined) throw notFound()
    const isOtherShared = and(eq(calendars.isShared, true), ne(calendars.id, calendarId))
    const others = await tx.select({ id: calendars.id }).from(calendars).where(isOtherShared)
    const revision = nextRevision(calendars.revision)
    await tx.update(calendars).set({ isShared: false, revision }).where(isOtherShared)
    await tx.update(calendars).set({ isShared: true, revision }).where(eq(calendars.id, calendarId))
    // A former one that comes back is not chosen any more.
    await tx.delete(removedSharedCalendars)
    announce(ctx, tx, ...[...others, { id: calendarId }].map(({ id }) => calendarChanged(id, 'everyone')))
  })
}

/** The member whose account keeps the household's calendar, null without one. */
export async function sharedCalendarOwner(db: Executor): Promise<number | null> {
  const [shared] = await db.select({ ownerId: calendars.userId }).from(calendars).where(eq(calendars.isShared, true))
  return shared?.ownerId ?? null
}

/** The ids of the calendars of a member that belong to everyone. */
export async function sharedCalendarsOf(tx: Transaction, memberId: number): Promise<number[]> {
  const shared = await tx
    .select({ id: calendars.id })
    .from(calendars)
    .where(and(eq(calendars.userId, memberId), eq(calendars.isShared, true)))
  return shared.map(({ id }) => id)
}
