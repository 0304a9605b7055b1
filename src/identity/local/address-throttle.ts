import { HOUR_MS } from '../../platform/durations'
import { type FailureLimit, isInWindow, withOneMore } from '../failure-window'
import { type Standing, throttledBy } from './lockout'

/** A name with which a sign-in has failed: a number that stands for it, and the epoch milliseconds of the last time. */
export interface TriedName {
  name: number
  at: number
}

/** More than a household mistypes in an hour: names, and passwords for one of them. */
const LIMIT: FailureLimit = { failures: 20, windowMs: HOUR_MS }

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
export const pausedBy = (failures: readonly number[], now: Date): Standing => throttledBy(failures, LIMIT, now)

/** The names after one more failure, each once, the newest last. */
export function afterFailureWith(tried: readonly TriedName[], name: number, now: Date): TriedName[] {
  const others = tried.filter((other) => isInWindow(other.at, LIMIT.windowMs, now) && other.name !== name)
  return [...others, { name, at: now.getTime() }].slice(-LIMIT.failures)
}

/** The failures with one name after one more. */
export const afterOneMore = (failures: readonly number[], now: Date): number[] => withOneMore(failures, LIMIT, now)
