import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { localCredentials, members } from '../../platform/db/schema'
import { Refusal } from '../../platform/http-errors'
import type { SessionClaims } from '../session-token'
import { forgetFailuresFrom, readPause, settleFailureFrom } from './address-attempts'
import { readStanding, settleAttempt } from './attempts'
import type { Standing } from './lockout'
import { loggedName } from './logged-name'
import { checkPassword } from './password'
import { usernameKey } from './username'

/** A name and a password as they were typed, and where that was: an address in its normal form, '' for none. */
export interface SignInAttempt {
  username: string
  password: string
  address: string
}

type Closed = Exclude<Standing, { kind: 'open' }>

/**
 * Checks a name and a password. A name that does not exist goes the same way, takes the same time and is answered with
 * the same words as a wrong password. What fails is logged, for programs that shut out addresses.
 * @throws Refusal 401 wrong, 429 throttled, 423 locked, 503 too many at once
 */
export async function signInWithPassword(ctx: Context, attempt: SignInAttempt): Promise<SessionClaims> {
  const outcome = await check(ctx, attempt)
  if ('memberId' in outcome) return outcome
  ctx.metrics.signInFailures.inc({ reason: outcome.kind })
  ctx.log.warn('sign-in failed', {
    reason: outcome.kind,
    name: loggedName(ctx.config, attempt.username),
    address: attempt.address,
  })
  throw outcome.kind === 'wrong' ? new Refusal(401, 'Wrong username or password') : refusalFor(outcome)
}

async function check(
  ctx: Context,
  { username, password, address }: SignInAttempt,
): Promise<SessionClaims | Closed | { kind: 'wrong' }> {
  const [account, before] = await Promise.all([findAccount(ctx, username), readStanding(ctx, username)])
  const from = { address, username, secret: account?.passwordHash ?? null }
  const pause = await readPause(ctx, from)
  if (pause.kind !== 'open') return pause
  if (before.kind === 'locked') return before
  const isCorrect = await checkPassword(password, account?.passwordHash ?? null, usernameKey(username))
  // Asked again, and failures under a lock: many attempts may have been checked at the same time.
  const pauseNow = await (isCorrect ? readPause(ctx, from) : settleFailureFrom(ctx, from))
  if (pauseNow.kind !== 'open') return pauseNow
  const standing = await settleAttempt(ctx, username, isCorrect)
  if (standing.kind !== 'open') return standing
  if (account === null || !isCorrect) return { kind: 'wrong' }
  await forgetFailuresFrom(ctx, from)
  return { memberId: account.memberId, sessionVersion: account.sessionVersion }
}

function refusalFor({ kind, retryAfterSeconds }: Closed): Refusal {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  if (kind === 'locked') return new Refusal(423, 'Locked after too many failed sign-ins. Try again later.', headers)
  const when = retryAfterSeconds > 60 ? 'later' : 'in a minute'
  return new Refusal(429, `Too many failed sign-ins. Try again ${when}.`, headers)
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
