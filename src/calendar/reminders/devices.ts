import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { WISH_COLUMNS, type Wishes, wishesOf } from '../../household/reminder-preferences'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import { deviceSessions, members, pushSubscriptions, reminderPreferences } from '../../platform/db/schema'
import { MAX_UNUSED_MS } from '../../platform/durations'
import type { PushOutcome } from '../../platform/webpush/outcome'

/** A browser that a member lets us send to. */
export interface Device {
  id: number
  memberId: number
  endpoint: string
  p256dh: string
  auth: string
  /** The member's. */
  wishes: Wishes
  lastError: string | null
}

type Data = Pick<Context, 'db' | 'now' | 'log'>

/**
 * The devices of these members, or of all, without those that are signed out for want of use; the most recently
 * successful first.
 */
export async function readDevices({ db, now }: Data, memberIds: readonly number[] | 'everyone'): Promise<Device[]> {
  const { id, userId, deviceId, endpoint, p256dh, auth, lastError } = pushSubscriptions
  const isOfMembers = memberIds === 'everyone' ? undefined : inArray(userId, [...memberIds])
  const isUsed = gt(deviceSessions.lastUsedAt, new Date(now().getTime() - MAX_UNUSED_MS))
  const rows = await db
    .select({ id, memberId: userId, endpoint, p256dh, auth, lastError, wishes: WISH_COLUMNS })
    .from(pushSubscriptions)
    .innerJoin(members, eq(members.id, userId))
    .leftJoin(reminderPreferences, eq(reminderPreferences.userId, userId))
    .leftJoin(deviceSessions, eq(deviceSessions.id, deviceId))
    .where(and(isOfMembers, or(isNull(deviceId), isUsed)))
    .orderBy(sql`${pushSubscriptions.lastSuccessAt} desc`, id)
  return rows.map((row) => ({ ...row, wishes: wishesOf(row.wishes) }))
}

/** What an endpoint is found by, SHA-256 in hexadecimal. */
export const endpointDigest = (endpoint: string) => sha256Hex(endpoint)

/**
 * Records what became of a message: a device that the push service has forgotten is deleted, a refusal is counted, an
 * unusable device is logged once until its reason changes.
 */
export async function recordOutcome(ctx: Data, device: Device, outcome: PushOutcome): Promise<void> {
  const fields = { memberId: device.memberId, device: device.id, service: serviceOf(device) }
  // A subscription that was renewed meanwhile is another one.
  const thisDevice = and(eq(pushSubscriptions.id, device.id), eq(pushSubscriptions.auth, device.auth))
  const update = (values: Partial<typeof pushSubscriptions.$inferInsert>) =>
    ctx.db.update(pushSubscriptions).set(values).where(thisDevice)
  switch (outcome.kind) {
    case 'accepted':
      await update({ lastSuccessAt: ctx.now(), lastError: null, refusals: 0 })
      return
    case 'gone':
      await ctx.db.delete(pushSubscriptions).where(thisDevice)
      ctx.log.info('push subscription has ended and was removed', fields)
      return
    case 'unusable':
      if (device.lastError === outcome.reason) return
      await update({ lastError: outcome.reason })
      ctx.log.warn('push subscription cannot be used', { ...fields, reason: outcome.reason })
      return
    case 'refused':
      await ctx.db
        .update(pushSubscriptions)
        .set({ lastError: outcome.reason, refusals: sql`${pushSubscriptions.refusals} + 1` })
        .where(thisDevice)
      ctx.log.warn('push message was refused', { ...fields, reason: outcome.reason })
      return
    case 'busy':
    case 'unclear':
      await update({ lastError: outcome.reason })
      ctx.log.warn('push message was not delivered', { ...fields, reason: outcome.reason })
  }
}

/** The push service behind a device. The rest of the endpoint is a secret. */
export function serviceOf({ endpoint }: Pick<Device, 'endpoint'>): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'unknown'
}
