import { and, eq } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { nextRevision } from '../../platform/db/revision'
import { calendars, removedSharedCalendars } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS } from '../../platform/durations'
import { announceTo, type Calendar } from './calendars'

/** How long a removed shared calendar may come back as shared. */
const KEPT_MS = 31 * DAY_MS

/** Remembers that a removed calendar was the household's shared one. */
export async function keepShared(ctx: Context, tx: Transaction, { userId, url }: Calendar): Promise<void> {
  const row = { url, removedAt: ctx.now() }
  await tx
    .insert(removedSharedCalendars)
    .values({ userId, ...row })
    .onDuplicateKeyUpdate({ set: row })
}

/**
 * Shares a member's calendar again that was the household's shared one when it was removed, unless another one is by
 * now, and announces it.
 */
export async function shareAgain(ctx: Context, memberId: number): Promise<void> {
  const isOfMember = eq(removedSharedCalendars.userId, memberId)
  const [removed] = await ctx.db.select().from(removedSharedCalendars).where(isOfMember)
  if (removed === undefined || ctx.now().getTime() - removed.removedAt.getTime() > KEPT_MS) return
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const isSame = and(eq(calendars.userId, memberId), eq(calendars.url, removed.url))
    const [calendar] = await tx.select().from(calendars).where(isSame)
    if (calendar === undefined) return
    await tx.delete(removedSharedCalendars).where(isOfMember)
    const [other] = await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.isShared, true))
    if (other !== undefined) return
    await tx
      .update(calendars)
      .set({ isShared: true, revision: nextRevision(calendars.revision) })
      .where(eq(calendars.id, calendar.id))
    ctx.log.info('calendar is shared again', { calendarId: calendar.id })
    announceTo(ctx, tx, { ...calendar, isShared: true })
  })
}
