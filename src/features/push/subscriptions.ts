import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { pushSubscriptions } from '../../platform/db/schema'
import type { PushTarget } from '../../platform/webpush/pusher'

/** Stores a device as the member's. The same endpoint again replaces owner and keys, and clears what was held against it. */
export async function subscribe(ctx: Context, memberId: number, target: PushTarget): Promise<void> {
  const { endpoint, p256dh, auth } = target
  const values = { userId: memberId, p256dh, auth }
  await ctx.db
    .insert(pushSubscriptions)
    .values({ ...values, endpoint, endpointDigest: digestOf(endpoint), createdAt: ctx.now() })
    .onDuplicateKeyUpdate({ set: { ...values, lastSuccessAt: null, lastError: null, refusals: 0 } })
}

/** Forgets one device of the member's, or all of them. */
export async function unsubscribe(ctx: Context, memberId: number, endpoint?: string): Promise<void> {
  const isTheirs = eq(pushSubscriptions.userId, memberId)
  const isMeant =
    endpoint === undefined ? isTheirs : and(isTheirs, eq(pushSubscriptions.endpointDigest, digestOf(endpoint)))
  await ctx.db.delete(pushSubscriptions).where(isMeant)
}

function digestOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex')
}
