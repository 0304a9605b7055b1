import { farthestAhead } from '../../platform/clock-skew'
import { MINUTE_MS } from '../../platform/durations'
import { type FailureLimit, secondsToWait, secondsUntil, withOneMore } from '../failure-window'

/** What is remembered about the failed sign-ins with one name. */
export interface Attempts {
  /** Epoch milliseconds of the newest failures, oldest first, at most as many as throttle. */
  recentFailures: readonly number[]
  /** Failures since the last success, reset or lock. */
  failureCount: number
  lockedUntil: Date | null
}

export type Standing = { kind: 'open' } | { kind: 'throttled' | 'locked'; retryAfterSeconds: number }

export const NO_ATTEMPTS: Attempts = { recentFailures: [], failureCount: 0, lockedUntil: null }

const THROTTLE: FailureLimit = { failures: 5, windowMs: MINUTE_MS }
const LOCK_FAILURES = 10
const LOCK_MS = 15 * MINUTE_MS

/** Whether a name may sign in at this moment, and if not, how long from now it may. */
export function standingOf(attempts: Attempts, now: Date): Standing {
  if (attempts.lockedUntil !== null && !isOver(attempts.lockedUntil, now)) {
    return { kind: 'locked', retryAfterSeconds: secondsUntil(attempts.lockedUntil.getTime(), now) }
  }
  return throttledBy(attempts.recentFailures, THROTTLE, now)
}

/** Whether there are too many failures for another try. */
export function throttledBy(failures: readonly number[], limit: FailureLimit, now: Date): Standing {
  const retryAfterSeconds = secondsToWait(failures, limit, now)
  return retryAfterSeconds === null ? { kind: 'open' } : { kind: 'throttled', retryAfterSeconds }
}

/** The attempts after one more failure; a lock that has run out starts the count anew. */
export function afterFailure(attempts: Attempts, now: Date): Attempts {
  const hasRunOut = attempts.lockedUntil !== null && isOver(attempts.lockedUntil, now)
  const before = hasRunOut ? NO_ATTEMPTS : attempts
  const failureCount = before.failureCount + 1
  return {
    recentFailures: withOneMore(before.recentFailures, THROTTLE, now),
    failureCount,
    lockedUntil: failureCount >= LOCK_FAILURES ? new Date(now.getTime() + LOCK_MS) : null,
  }
}

const isOver = (lockedUntil: Date, now: Date): boolean =>
  lockedUntil <= now || lockedUntil > farthestAhead(now, LOCK_MS)
