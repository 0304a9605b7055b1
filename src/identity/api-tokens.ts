import { eq, sql } from 'drizzle-orm'
import { parseIsoDate } from '../calendar/ical/civil'
import { dayStart } from '../calendar/ical/zone'
import { householdZone } from '../household/settings'
import type { Context } from '../platform/context'
import { digestOfToken, isToken } from '../platform/crypto/secret-token'
import { prepared } from '../platform/db/prepared'
import { apiTokens } from '../platform/db/schema'
import { noteUse } from './note-use'
import type { Session } from './session-token'
import type { TokenScope } from './token-scopes'

/** The last that YYYY-MM-DD and SQL's DATE can say. */
const LAST_DAY = '9999-12-31'

/** A token, standing for a session of its member. */
export interface ApiToken {
  scope: TokenScope
  session: Session
}

/** The id of the session that a token stands for. */
export const sessionIdOf = (tokenId: number) => `token:${tokenId}`

/** What a token stands for, null when it does not count (any more); notes its use. */
export async function readApiToken(ctx: Context, token: string): Promise<ApiToken | null> {
  if (!isToken(token)) return null
  const [found] = await byDigest(ctx.db).execute({ tokenDigest: digestOfToken(token) })
  if (found === undefined) return null
  const endsAt = await endOf(ctx, found.expires)
  if (endsAt <= ctx.now().getTime()) return null
  await noteUse(ctx, apiTokens, found, 'token')
  const startedAt = Math.floor(found.createdAt.getTime() / 1000)
  const { id, memberId, scope } = found
  const times = { startedAt, issuedAt: startedAt, expiresAt: endsAt / 1000 }
  // Tokens are ended one by one, not with the member's sessions.
  return { scope, session: { id: sessionIdOf(id), memberId, sessionVersion: 0, deviceId: null, ...times, token } }
}

/** Whether a token still counts, which was read before. One query. */
export async function isTokenInForce({ db, now }: Pick<Context, 'db' | 'now'>, session: Session): Promise<boolean> {
  const found = await byDigest(db).execute({ tokenDigest: digestOfToken(session.token) })
  return found.length > 0 && session.expiresAt * 1000 > now().getTime()
}

const byDigest = prepared((db) =>
  db
    .select({
      id: apiTokens.id,
      memberId: apiTokens.memberId,
      scope: apiTokens.scope,
      expires: apiTokens.expires,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .where(eq(apiTokens.tokenDigest, sql.placeholder('tokenDigest')))
    .prepare(),
)

/** When that day of the household is over, in epoch milliseconds; the last day of all has none after it. */
async function endOf(ctx: Context, expires: string | null): Promise<number> {
  if (expires === null || expires === LAST_DAY) return Number.POSITIVE_INFINITY
  return dayStart(await householdZone(ctx), parseIsoDate(expires)! + 1).getTime()
}
