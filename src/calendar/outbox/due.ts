import { farthestAhead } from '../../platform/clock-skew'
import { MAX_RETRY_AFTER_SECONDS } from './policy'

/** When a row may go, by the clock alone; pure. A clock that is set back must not strand a row. */

/** How long a row stays leased to a drain that has crashed. */
export const LEASE_MS = 20_000

/** A row's times, as its lease and its schedule read them. */
export interface Times {
  nextAttemptAt: Date
  /** When `nextAttemptAt` was set. */
  updatedAt: Date
  /** Null: nobody holds the row. */
  claimedUntil: Date | null
}

/** Instants seen from `now` that no working clock can have written. */
export const limitsAt = (now: Date) => ({
  claimedUntil: farthestAhead(now, LEASE_MS),
  nextAttemptAt: farthestAhead(now, MAX_RETRY_AFTER_SECONDS * 1000),
  updatedAt: farthestAhead(now, 0),
})

/** Whether a drain holds the row. A lease further ahead than any drain can have taken has run out. */
export function isLeased({ claimedUntil }: Pick<Times, 'claimedUntil'>, now: Date): boolean {
  return claimedUntil !== null && claimedUntil > now && claimedUntil <= limitsAt(now).claimedUntil
}

/** Whether the row's time has come. One that was scheduled by a clock ahead of ours is due. */
export function isDue({ nextAttemptAt, updatedAt }: Pick<Times, 'nextAttemptAt' | 'updatedAt'>, now: Date): boolean {
  const limits = limitsAt(now)
  return nextAttemptAt <= now || nextAttemptAt > limits.nextAttemptAt || updatedAt > limits.updatedAt
}
