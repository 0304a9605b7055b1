import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { type Announcing, announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { deviceSessions, members, pushSubscriptions } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { notFound } from '../platform/http-errors'
import { sessionsEnded } from './announcements'

/** The generation of sessions that counts now, null for a member who is not there any more. */
export async function sessionVersionOf(ctx: Pick<Context, 'db'>, memberId: number): Promise<number | null> {
  const [member] = await ctx.db
    .select({ sessionVersion: members.sessionVersion })
    .from(members)
    .where(eq(members.id, memberId))
  return member?.sessionVersion ?? null
}

/**
 * Ends every session a member has and signs their devices out, but for one that stays. Returns the generation that counts
 * now.
 * @throws Refusal 404 without such a member
 */
export async function raiseSessionVersion(
  tx: Transaction,
  memberId: number,
  stayingDevice: number | null = null,
): Promise<number> {
  await tx
    .update(members)
    .set({ sessionVersion: sql`${members.sessionVersion} + 1` })
    .where(eq(members.id, memberId))
  const [member] = await tx
    .select({ sessionVersion: members.sessionVersion })
    .from(members)
    .where(eq(members.id, memberId))
  if (member === undefined) throw notFound()
  const { sessionVersion } = member
  const isOwn = eq(deviceSessions.memberId, memberId)
  if (stayingDevice === null) await tx.delete(deviceSessions).where(isOwn)
  else {
    await tx.delete(deviceSessions).where(and(isOwn, ne(deviceSessions.id, stayingDevice)))
    await tx.update(deviceSessions).set({ sessionVersion }).where(isOwn)
  }
  return sessionVersion
}

/**
 * Removes a member's push subscriptions, but for those of a device that stays. Other remembered devices have taken theirs
 * along; of one without a device nobody knows whose session it is.
 */
export async function forgetSubscriptions(
  tx: Transaction,
  memberId: number,
  stayingDevice: number | null = null,
): Promise<void> {
  const { userId, deviceId } = pushSubscriptions
  const isOther = stayingDevice === null ? undefined : isNull(deviceId)
  await tx.delete(pushSubscriptions).where(and(eq(userId, memberId), isOther))
}

/**
 * Signs a member out everywhere, as when a phone was lost: it must not go on telling what it reminds of either.
 * @throws Refusal 404 without such a member
 */
export async function endAllSessions(ctx: Announcing & Pick<Context, 'db'>, memberId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await raiseSessionVersion(tx, memberId)
    await forgetSubscriptions(tx, memberId)
    announce(ctx, tx, sessionsEnded(memberId))
  })
}
