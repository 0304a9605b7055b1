import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import { prepared } from '../platform/db/prepared'
import { deviceSessions, endedSessions, members } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { LruCache } from '../platform/lru'
import { digestOfSession, signedOut } from './announcements'
import { isOfMember, unusedSince } from './devices/device-session'
import type { Session } from './session-token'

/** What tells whether a session is in force. */
export type SessionInForce = Pick<Session, 'id' | 'memberId' | 'sessionVersion' | 'deviceId' | 'startedAt'>

/**
 * Whether a session that is valid by itself counts: its member is there, was there when it began and has not ended all
 * sessions since, and this one was not signed out, nor the device that was remembered at the sign-in. One query.
 */
export async function isInForce(ctx: Pick<Context, 'db' | 'now'>, session: SessionInForce): Promise<boolean> {
  const { memberId, sessionVersion, id, deviceId, startedAt } = session
  // After a restore the id may be another member's, created later. `createdAt` has milliseconds, `startedAt` seconds.
  const createdBefore = new Date((startedAt + 1) * 1000)
  const found = await inForce(ctx.db).execute({
    memberId,
    sessionVersion,
    idDigest: digestOfSession(id),
    createdBefore,
    now: ctx.now(),
    // No row has the id 0.
    deviceId: deviceId ?? 0,
    unusedSince: unusedSince(ctx),
  })
  return found.length > 0
}

const inForce = prepared((db) =>
  db
    .select({ id: members.id })
    .from(members)
    .leftJoin(endedSessions, eq(endedSessions.idDigest, sql.placeholder('idDigest')))
    .leftJoin(deviceSessions, and(eq(deviceSessions.id, sql.placeholder('deviceId')), isOfMember()))
    .where(
      and(
        eq(members.id, sql.placeholder('memberId')),
        eq(members.sessionVersion, sql.placeholder('sessionVersion')),
        or(
          lt(members.createdAt, sql.param(sql.placeholder('createdBefore'), members.createdAt)),
          // The clock was set back since, which says nothing about the session.
          gt(members.createdAt, sql.param(sql.placeholder('now'), members.createdAt)),
        ),
        isNull(endedSessions.idDigest),
        or(
          sql`${sql.placeholder('deviceId')} = 0`,
          gt(deviceSessions.lastUsedAt, sql.param(sql.placeholder('unusedSince'), deviceSessions.lastUsedAt)),
        ),
      ),
    )
    .prepare(),
)

/**
 * Ends a session, whoever has a copy of its token, and tells the streams that were opened with it.
 * @param lastEnd when its last token expires, in seconds since the epoch; the ended session is remembered until then
 */
export async function endSession(ctx: Context, { id }: Session, lastEnd: number): Promise<void> {
  justEnded.getOrInsertComputed(ctx, () => new LruCache(MAX_REMEMBERED)).set(id, true, 1)
  const ended = { idDigest: digestOfSession(id), expiresAt: new Date(lastEnd * 1000) }
  await ctx.db.delete(endedSessions).where(lt(endedSessions.expiresAt, ctx.now()))
  await inTransaction(ctx.db, async (tx) => {
    await tx.insert(endedSessions).values(ended).onDuplicateKeyUpdate({ set: ended })
    announce(ctx, tx, signedOut(id))
  })
}

/** Whether this process has ended a session a moment ago, while requests were on their way; without a query. */
export const wasJustEnded = (ctx: Context, { id }: Session): boolean => justEnded.get(ctx)?.has(id) === true

const MAX_REMEMBERED = 500
const justEnded = new WeakMap<Context, LruCache<string, true>>()
