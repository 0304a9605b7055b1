import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { localCredentials, members } from '../../platform/db/schema'
import { Refusal } from '../../platform/http-errors'
import type { SessionClaims } from '../session-token'
import { readStanding, settleAttempt } from './attempts'
import type { Standing } from './lockout'
import { checkPassword } from './password'
import { usernameKey } from './username'

/**
 * Checks a name and a password. A name that does not exist goes the same way, takes the same time and is answered with
 * the same words as a wrong password.
 * @throws Refusal 401 wrong, 429 throttled, 423 locked, 503 too many at once
 */
export async function signInWithPassword(ctx: Context, username: string, password: string): Promise<SessionClaims> {
  const [account, before] = await Promise.all([findAccount(ctx, username), readStanding(ctx, username)])
  if (before.kind === 'locked') throw refusalFor(before)
  const isCorrect = await checkPassword(password, account?.passwordHash ?? null, usernameKey(username))
  // Asked again under a lock: many attempts may have been checked at the same time.
  const standing = await settleAttempt(ctx, username, isCorrect)
  if (standing.kind !== 'open') throw refusalFor(standing)
  if (account === null || !isCorrect) throw new Refusal(401, 'Wrong username or password')
  return { memberId: account.memberId, sessionVersion: account.sessionVersion }
}

function refusalFor(standing: Exclude<Standing, { kind: 'open' }>): Refusal {
  const headers = { 'retry-after': String(standing.retryAfterSeconds) }
  return standing.kind === 'locked'
    ? new Refusal(423, 'Locked after too many failed sign-ins. Try again later.', headers)
    : new Refusal(429, 'Too many failed sign-ins. Try again in a minute.', headers)
}

async function findAccount(ctx: Context, username: string) {
  const [account] = await ctx.db
    .select({
      memberId: members.id,
      sessionVersion: members.sessionVersion,
      passwordHash: localCredentials.passwordHash,
    })
    .from(localCredentials)
    .innerJoin(members, eq(members.id, localCredentials.userId))
    .where(eq(localCredentials.usernameKey, usernameKey(username)))
  return account ?? null
}
