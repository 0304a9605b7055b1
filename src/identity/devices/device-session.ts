import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import { farthestAhead } from '../../platform/clock-skew'
import type { Context } from '../../platform/context'
import { digestOfToken, isToken } from '../../platform/crypto/secret-token'
import { prepared } from '../../platform/db/prepared'
import { deviceSessions, members } from '../../platform/db/schema'
import { DAY_MS, MAX_UNUSED_MS } from '../../platform/durations'
import { sessionCookie } from '../session-cookie'
import type { Session } from '../session-token'

export const DEVICE_SESSION_COOKIE = 'device-session'

/** The cookie is issued again, and its use written, at the first use after so long. */
const ISSUED_AGAIN_AFTER_MS = DAY_MS

/** The moment at or before which the last use of a device that is signed out by now lies. */
export const unusedSince = ({ now }: Pick<Context, 'now'>): Date => new Date(now().getTime() - MAX_UNUSED_MS)

/** A device's cookie, standing for a session. */
export interface DeviceSession {
  kind: 'local' | 'oidc'
  session: Session
}

/** The session behind a device's cookie, null when it does not count (any more). At most one query. */
export async function readDeviceSession(
  ctx: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<DeviceSession | null> {
  if (!isToken(token)) return null
  const [found] = await byToken(ctx.db).execute({ tokenDigest: digestOfToken(token), unusedSince: unusedSince(ctx) })
  if (found === undefined) return null
  const { id, kind, memberId, sessionVersion, createdAt, lastUsedAt } = found
  const session = {
    id: `device:${id}`,
    memberId,
    sessionVersion,
    deviceId: id,
    startedAt: secondsOf(createdAt),
    issuedAt: secondsOf(lastUsedAt),
    expiresAt: secondsOf(new Date(lastUsedAt.getTime() + MAX_UNUSED_MS)),
    token,
  }
  return { kind, session }
}

const byToken = prepared((db) =>
  db
    .select({
      id: deviceSessions.id,
      kind: deviceSessions.kind,
      memberId: deviceSessions.memberId,
      sessionVersion: deviceSessions.sessionVersion,
      createdAt: deviceSessions.createdAt,
      lastUsedAt: deviceSessions.lastUsedAt,
    })
    .from(deviceSessions)
    .innerJoin(members, isOfMember())
    .where(
      and(
        eq(deviceSessions.tokenDigest, sql.placeholder('tokenDigest')),
        gt(deviceSessions.lastUsedAt, sql.param(sql.placeholder('unusedSince'), deviceSessions.lastUsedAt)),
      ),
    )
    .prepare(),
)

/** The member has not ended all sessions since, which a restored backup does, too. */
export function isOfMember() {
  return and(eq(members.id, deviceSessions.memberId), eq(members.sessionVersion, deviceSessions.sessionVersion))
}

/**
 * Notes that a device is used, once a day. Returns its cookie with its whole age when that is to be issued again; of
 * requests at the same time one gets it, and none when the device was signed out meanwhile.
 */
export async function renewDeviceSession(ctx: Context, { deviceId, issuedAt, token }: Session) {
  const now = ctx.now()
  const dueBefore = new Date(now.getTime() - ISSUED_AGAIN_AFTER_MS)
  const ahead = farthestAhead(now, 0)
  if (issuedAt > secondsOf(dueBefore) && issuedAt <= secondsOf(ahead)) return null
  const { id, lastUsedAt } = deviceSessions
  const isDue = and(eq(id, deviceId!), or(lt(lastUsedAt, dueBefore), gt(lastUsedAt, ahead)))
  const [result] = await ctx.db.update(deviceSessions).set({ lastUsedAt: now }).where(isDue)
  return result.affectedRows === 0 ? null : deviceSessionCookie(ctx, token)
}

/** The token in its cookie. */
export const deviceSessionCookie = ({ config }: Context, token: string) =>
  sessionCookie(config, token, MAX_UNUSED_MS / 1000)

/** A cookie that deletes the device's. */
export const endedDeviceSessionCookie = ({ config }: Context) => sessionCookie(config, '', 0)

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)
