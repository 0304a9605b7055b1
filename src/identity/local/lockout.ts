import { farthestAhead } from '../../platform/clock-skew'
import { MINUTE_MS } from '../../platform/durations'

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

const THROTTLE_FAILURES = 5
const THROTTLE_WINDOW_MS = MINUTE_MS
const LOCK_FAILURES = 10
const LOCK_MS = 15 * MINUTE_MS

/** Whether a name may sign in at this moment, and if not, how long from now it may. */
export function standingOf(attempts: Attempts, now: Date): Standing {
  const at = now.getTime()
  if (attempts.lockedUntil !== null && !isOver(attempts.lockedUntil, now)) {
    return { kind: 'locked', retryAfterSeconds: secondsUntil(attempts.lockedUntil.getTime(), at) }
  }
  const recent = inWindow(attempts.recentFailures, at)
  const first = recent.at(-THROTTLE_FAILURES)
  if (first === undefined) return { kind: 'open' }
  return { kind: 'throttled', retryAfterSeconds: secondsUntil(first + THROTTLE_WINDOW_MS, at) }
}

/** The attempts after one more failure; a lock that has run out starts the count anew. */
export function afterFailure(attempts: Attempts, now: Date): Attempts {
  const at = now.getTime()
  const hasRunOut = attempts.lockedUntil !== null && isOver(attempts.lockedUntil, now)
  const before = hasRunOut ? NO_ATTEMPTS : attempts
  const failureCount = before.failureCount + 1
  return {
    recentFailures: [...inWindow(before.recentFailures, at), at].slice(-THROTTLE_FAILURES),
    failureCount,
    lockedUntil: failureCount >= LOCK_FAILURES ? new Date(at + LOCK_MS) : null,
  }
}

const isOver = (lockedUntil: Date, now: Date): boolean =>
  lockedUntil <= now || lockedUntil > farthestAhead(now, LOCK_MS)

function inWindow(failures: readonly number[], at: number): number[] {
  return failures.filter((failure) => Math.abs(at - failure) < THROTTLE_WINDOW_MS)
}

function secondsUntil(moment: number, at: number): number {
  return Math.max(1, Math.ceil((moment - at) / 1000))
}
