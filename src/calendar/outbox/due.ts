import { LONGEST_RETRY_AFTER_SECONDS } from './policy'

/**
 * When a row may go, by the clock alone; pure. A clock may be set back, and none of its times may strand a row then.
 */

/** How long a row stays with a drain that does not renew its claim: one that has crashed. */
export const LEASE_MS = 20_000

/** What the clocks of two processes may differ by without the one taking from the other. */
const SKEW_MS = 60_000

/** A row's times, as its claim and its schedule read them. */
export interface Times {
  nextAttemptAt: Date
  /** When `nextAttemptAt` was set. */
  updatedAt: Date
  /** Null: nobody holds the row. */
  claimedUntil: Date | null
}

/** Instants seen from `now` that no working clock can have written. */
export function limitsAt(now: Date) {
  const from = now.getTime() + SKEW_MS
  return {
    claimedUntil: new Date(from + LEASE_MS),
    nextAttemptAt: new Date(from + LONGEST_RETRY_AFTER_SECONDS * 1000),
    updatedAt: new Date(from),
  }
}

/** Whether a drain holds the row. A claim further ahead than any drain can have made has run out. */
export function isLeased({ claimedUntil }: Pick<Times, 'claimedUntil'>, now: Date): boolean {
  return claimedUntil !== null && claimedUntil > now && claimedUntil <= limitsAt(now).claimedUntil
}

/** Whether the row's time has come: also when it was scheduled at an instant that is yet to come. */
export function isDue({ nextAttemptAt, updatedAt }: Pick<Times, 'nextAttemptAt' | 'updatedAt'>, now: Date): boolean {
  const limits = limitsAt(now)
  return nextAttemptAt <= now || nextAttemptAt > limits.nextAttemptAt || updatedAt > limits.updatedAt
}
