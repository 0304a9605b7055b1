import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { endpointDigest } from '../../calendar/reminders'
import type { Context } from '../../platform/context'
import { isOrphan } from '../../platform/db/errors'
import { pushSubscriptions } from '../../platform/db/schema'
import type { PushTarget } from '../../platform/webpush/pusher'

/** Each reminder is a message to every one of them. */
const MAX_DEVICES = 20

/**
 * Stores a device as the member's, for as long as it stays signed in where it does (`deviceId`). The same endpoint again
 * replaces owner and keys, and clears what was held against it. A new phone must work: beyond the limit the device goes
 * that has not worked for the longest time. False where the device is signed out by now.
 */
export async function subscribe(
  ctx: Context,
  memberId: number,
  target: PushTarget,
  deviceId: number | null = null,
): Promise<boolean> {
  const { endpoint, p256dh, auth } = target
  const values = { userId: memberId, deviceId, p256dh, auth, createdAt: ctx.now() }
  try {
    await ctx.db
      .insert(pushSubscriptions)
      .values({ ...values, endpoint, endpointDigest: endpointDigest(endpoint) })
      .onDuplicateKeyUpdate({ set: { ...values, lastSuccessAt: null, lastError: null, refusals: 0 } })
  } catch (error) {
    if (isOrphan(error)) return false
    throw error
  }
  await forgetBeyondLimit(ctx, memberId)
  return true
}

async function forgetBeyondLimit({ db }: Context, memberId: number): Promise<void> {
  const { id, userId, lastSuccessAt, createdAt } = pushSubscriptions
  const excess = await db
    .select({ id })
    .from(pushSubscriptions)
    .where(eq(userId, memberId))
    .orderBy(sql`coalesce(${lastSuccessAt}, ${createdAt}) desc`, desc(id))
    .limit(MAX_DEVICES)
    .offset(MAX_DEVICES)
  const ids = excess.map((device) => device.id)
  if (ids.length > 0) await db.delete(pushSubscriptions).where(inArray(id, ids))
}

/** Forgets one device of the member's, or all of them. */
export async function unsubscribe(ctx: Context, memberId: number, endpoint?: string): Promise<void> {
  const isTheirs = eq(pushSubscriptions.userId, memberId)
  const isMeant =
    endpoint === undefined ? isTheirs : and(isTheirs, eq(pushSubscriptions.endpointDigest, endpointDigest(endpoint)))
  await ctx.db.delete(pushSubscriptions).where(isMeant)
}
