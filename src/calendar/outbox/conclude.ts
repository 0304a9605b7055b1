import type { Context } from '../../platform/context'
import { syncCalendar } from '../sync'
import type { Claim } from './claims'
import { tryToFollow } from './follow'
import type { Result } from './look'
import { afterFailedAttempt, afterFailedReading } from './policy'
import { REASON } from './reasons'
import type { Job } from './rows'
import { type Outcome, settle } from './settle'

/**
 * - `settled`: the row has come to its end, others may follow
 * - `waiting`: it stays pending
 * - `silent`: it stays pending, and its server is not to be asked again for now
 */
export type Progress = 'settled' | 'waiting' | 'silent'

/** Records what an attempt has come to that the server has not done. */
export async function conclude(
  ctx: Context,
  claim: Claim,
  job: Job,
  result: Exclude<Result, { kind: 'written' }>,
): Promise<Progress> {
  const { row, calendar } = job
  switch (result.kind) {
    case 'refused':
      await settle(ctx, claim, job, { status: 'failed', reason: result.reason })
      return 'settled'
    case 'conflict':
      // Somebody else has been there: more than this one event may have changed.
      await tryToFollow(ctx, row, () => syncCalendar(ctx, calendar.id))
      await settle(ctx, claim, job, { status: 'failed', reason: result.reason })
      return 'settled'
    case 'unchanged':
      await settle(ctx, claim, job, { status: 'done' })
      return 'settled'
    case 'again': {
      const outcome = afterFailure(ctx, row.attemptCount + 1, result)
      await settle(ctx, claim, job, outcome)
      if (outcome.status !== 'pending') return 'settled'
      return result.isSilent ? 'silent' : 'waiting'
    }
  }
}

/**
 * The server has done the write: the cache follows, then it is done. When reading back fails, only that is tried again,
 * and in the end left to the poll: what stands on the server must not be said to have failed, nor be written twice.
 */
export async function concludeWritten(
  ctx: Context,
  claim: Claim,
  job: Job,
  follow: () => Promise<void>,
): Promise<Progress> {
  const { row } = job
  const next = (await tryToFollow(ctx, row, follow))
    ? ({ status: 'done' } as const)
    : afterFailedReading(row.attemptCount, row.confirmedAt !== null)
  if (next.status === 'done') {
    await settle(ctx, claim, job, next)
    return 'settled'
  }
  const { status, attemptCount, delaySeconds } = next
  const nextAttemptAt = later(ctx, delaySeconds)
  const confirmedAt = row.confirmedAt ?? ctx.now()
  await settle(ctx, claim, job, { status, attemptCount, nextAttemptAt, startsAnew: false, confirmedAt })
  return 'silent'
}

function afterFailure(ctx: Context, attemptCount: number, result: Result & { kind: 'again' }): Outcome {
  const next = afterFailedAttempt(attemptCount, result.retryAfterSeconds)
  if (next.status === 'dead') return { status: 'dead', reason: REASON.unanswered, attemptCount }
  const { startsAnew } = result
  return { status: 'pending', attemptCount, nextAttemptAt: later(ctx, next.delaySeconds), startsAnew }
}

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000)
