import { HOUR_MS } from '../../platform/durations'
import type { Standing } from './lockout'

/** A name with which a sign-in has failed: a number that stands for it, and the epoch milliseconds of the last time. */
export interface TriedName {
  name: number
  at: number
}

/** More than a household mistypes in an hour: names, and passwords for one of them. */
const MAX_FAILURES = 20
const WINDOW_MS = HOUR_MS

/** Whether an address may try to sign in at this moment: not while its failures of an hour were with too many names. */
export const pauseOf = (tried: readonly TriedName[], now: Date): Standing =>
  pausedBy(
    tried.map(({ at }) => at),
    now,
  )

/**
 * Whether an address may try one name: not while too many of its passwords for it were wrong in an hour. More than lock
 * the name, so that whoever owns it is let in again after that.
 * @param failures epoch milliseconds
 */
export function pausedBy(failures: readonly number[], now: Date): Standing {
  const at = now.getTime()
  const first = failures.filter((failure) => isInWindow(failure, at)).at(-MAX_FAILURES)
  if (first === undefined) return { kind: 'open' }
  return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil((first + WINDOW_MS - at) / 1000)) }
}

/** The names after one more failure, each once, the newest last. */
export function afterFailureWith(tried: readonly TriedName[], name: number, now: Date): TriedName[] {
  const at = now.getTime()
  const others = tried.filter((other) => isInWindow(other.at, at) && other.name !== name)
  return [...others, { name, at }].slice(-MAX_FAILURES)
}

/** The failures with one name after one more. */
export function afterOneMore(failures: readonly number[], now: Date): number[] {
  const at = now.getTime()
  return [...failures.filter((failure) => isInWindow(failure, at)), at].slice(-MAX_FAILURES)
}

/** What is farther ahead was counted before the clock was set back. */
const isInWindow = (failure: number, now: number) => Math.abs(now - failure) < WINDOW_MS
