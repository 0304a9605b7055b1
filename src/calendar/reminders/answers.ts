import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { pushSubscriptions, sentReminders } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import { endpointDigest } from './devices'
import { digestOf } from './ledger'
import { SNOOZE_MS } from './waiting'

type Data = Pick<Context, 'db' | 'now'>

const { subscriptionId, keyDigest, status } = sentReminders

/**
 * Sends a reminder once more to this device of the member's, after ten minutes, also in quiet hours.
 * @throws Refusal 404 when the device has got no such reminder, or is not the member's
 */
export async function snooze(ctx: Data, memberId: number, tag: string, endpoint: string): Promise<void> {
  const [device] = await ctx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpointDigest, endpointDigest(endpoint)), eq(pushSubscriptions.userId, memberId)))
  if (device === undefined) throw notFound()
  const isIt = and(eq(subscriptionId, device.id), eq(keyDigest, digestOf(memberId, tag)), ne(status, 'held'))
  const dueAt = new Date(ctx.now().getTime() + SNOOZE_MS)
  const [{ affectedRows }] = await ctx.db.update(sentReminders).set({ status: 'snoozed', dueAt }).where(isIt)
  if (affectedRows === 0) throw notFound()
}

/**
 * Ends a reminder on all devices of the member: what is snoozed or held, and what was still to come.
 * @throws Refusal 404 for a reminder that none of them knows
 */
export async function done(ctx: Data, memberId: number, tag: string): Promise<void> {
  const isTheirs = eq(pushSubscriptions.userId, memberId)
  const devices = await ctx.db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(isTheirs)
  const ids = devices.map(({ id }) => id)
  const digest = digestOf(memberId, tag)
  const { eventId, which, occurrenceAt } = sentReminders
  const isIt = and(inArray(subscriptionId, ids), eq(keyDigest, digest))
  const [known] =
    ids.length === 0
      ? []
      : await ctx.db.select({ eventId, which, occurrenceAt }).from(sentReminders).where(isIt).limit(1)
  if (known === undefined) throw notFound()
  const finished = { status: 'done' as const, dueAt: null }
  const ofAll = { ...known, ...finished, keyDigest: digest, createdAt: ctx.now() }
  await ctx.db
    .insert(sentReminders)
    .values(ids.map((id) => ({ ...ofAll, subscriptionId: id })))
    .onDuplicateKeyUpdate({ set: finished })
}
