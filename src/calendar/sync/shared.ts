import { and, eq } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, removedSharedCalendars } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import type { Calendar } from './calendars'

/** A server that has lost a calendar for longer than that has lost it. */
const KEPT_MS = 31 * 24 * 60 * 60 * 1000

/** Remembers that a calendar which goes was the household's shared one. */
export async function keepShared(ctx: Context, tx: Transaction, { userId, url }: Calendar): Promise<void> {
  const row = { url, removedAt: ctx.now() }
  await tx
    .insert(removedSharedCalendars)
    .values({ userId, ...row })
    .onDuplicateKeyUpdate({ set: row })
}

/**
 * Makes a member's calendar the household's shared one again when it was until it went, unless another one is by now.
 * Returns the calendar, null when there is none to share.
 */
export async function shareAgain(ctx: Context, memberId: number): Promise<Calendar | null> {
  const isOfMember = eq(removedSharedCalendars.userId, memberId)
  const [removed] = await ctx.db.select().from(removedSharedCalendars).where(isOfMember)
  if (removed === undefined || ctx.now().getTime() - removed.removedAt.getTime() > KEPT_MS) return null
  return inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const isSame = and(eq(calendars.userId, memberId), eq(calendars.url, removed.url))
    const [calendar] = await tx.select().from(calendars).where(isSame)
    if (calendar === undefined) return null
    await tx.delete(removedSharedCalendars).where(isOfMember)
    const [other] = await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.isShared, true))
    if (other !== undefined) return null
    await tx.update(calendars).set({ isShared: true }).where(eq(calendars.id, calendar.id))
    ctx.log.info('calendar is shared again', { calendarId: calendar.id })
    return { ...calendar, isShared: true }
  })
}
