import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { newToken } from '../../platform/crypto/secret-token'
import type { Transaction } from '../../platform/db/client'
import { deviceSessions, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound } from '../../platform/http-errors'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import { sessionsEnded } from '../announcements'
import type { SessionClaims } from '../session-token'
import { isOfMember, unusedSince } from './device-session'

/** Beyond this number the devices that a member used longest ago are signed out. */
const MAX_DEVICES = 50

/** A device on which a member stays signed in. */
export interface Device {
  id: number
  name: string
  kind: 'local' | 'oidc'
  createdAt: Date
  /** To the day. */
  lastUsedAt: Date
}

/** Remembers the device of a sign-in. Returns its id and the token for its cookie, of which only a digest is stored. */
export async function rememberDevice(
  ctx: Context,
  { memberId, sessionVersion }: SessionClaims,
  { kind, name }: Pick<Device, 'kind' | 'name'>,
): Promise<{ id: number; token: string }> {
  await pruneDevices(ctx)
  const { token, tokenDigest } = newToken()
  const now = ctx.now()
  const id = await inTransaction(ctx.db, async (tx) => {
    // One at a time, so that two at once do not leave one too many.
    await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update')
    const row = { memberId, sessionVersion, tokenDigest, kind, name, createdAt: now, lastUsedAt: now }
    const [inserted] = await tx.insert(deviceSessions).values(row).$returningId()
    if (await endBeyondLimit(tx, memberId)) announce(ctx, tx, sessionsEnded(memberId))
    return inserted!.id
  })
  return { id, token }
}

/** The devices of a member, the one used last first. */
export async function readDevicesOf(ctx: Pick<Context, 'db' | 'now'>, memberId: number): Promise<Device[]> {
  const { id, name, kind, createdAt, lastUsedAt } = deviceSessions
  return ctx.db
    .select({ id, name, kind, createdAt, lastUsedAt })
    .from(deviceSessions)
    .innerJoin(members, isOfMember())
    .where(and(eq(deviceSessions.memberId, memberId), gt(deviceSessions.lastUsedAt, unusedSince(ctx))))
    .orderBy(desc(lastUsedAt), desc(id))
}

/** Signs one of a member's devices out, with the sessions that began on it. @throws Refusal 404 for any other device */
export async function endDevice(
  ctx: Pick<Context, 'db' | 'now' | 'relay'>,
  memberId: number,
  id: number,
): Promise<void> {
  if (!(await forgetDevice(ctx, memberId, id))) throw notFound()
}

/** The same for a device that may be gone. Returns whether it was there. */
export async function forgetDevice(
  ctx: Pick<Context, 'db' | 'now' | 'relay'>,
  memberId: number,
  id: number,
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const [{ affectedRows }] = await tx
      .delete(deviceSessions)
      .where(and(eq(deviceSessions.id, id), eq(deviceSessions.memberId, memberId)))
    if (affectedRows > 0) announce(ctx, tx, sessionsEnded(memberId))
    return affectedRows > 0
  })
}

async function endBeyondLimit(tx: Transaction, memberId: number): Promise<boolean> {
  const excess = await tx
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .where(eq(deviceSessions.memberId, memberId))
    .orderBy(desc(deviceSessions.lastUsedAt), desc(deviceSessions.id))
    .limit(MAX_DEVICES)
    .offset(MAX_DEVICES)
  if (excess.length === 0) return false
  const ids = excess.map(({ id }) => id)
  await tx.delete(deviceSessions).where(inArray(deviceSessions.id, ids))
  return true
}

/** Removes some of the devices that were not used for too long; each sign-in that is remembered makes room for itself. */
async function pruneDevices(ctx: Context): Promise<void> {
  await ctx.db
    .delete(deviceSessions)
    .where(lte(deviceSessions.lastUsedAt, unusedSince(ctx)))
    .limit(PRUNED_AT_ONCE)
}
