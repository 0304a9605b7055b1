/** So many failures within so many milliseconds hold up the next try. */
export interface FailureLimit {
  failures: number
  windowMs: number
}

/** Whether a failure counts, in epoch milliseconds. What is farther ahead was counted before the clock was set back. */
export const isInWindow = (failure: number, windowMs: number, now: Date): boolean =>
  Math.abs(now.getTime() - failure) < windowMs

/** The failures after one more, oldest first, as many as the limit looks at. */
export const withOneMore = (failures: readonly number[], limit: FailureLimit, now: Date): number[] =>
  [...failures.filter((failure) => isInWindow(failure, limit.windowMs, now)), now.getTime()].slice(-limit.failures)

/** Seconds until there may be another try; null: there may be one now. */
export function secondsToWait(failures: readonly number[], limit: FailureLimit, now: Date): number | null {
  const first = failures.filter((failure) => isInWindow(failure, limit.windowMs, now)).at(-limit.failures)
  return first === undefined ? null : secondsUntil(first + limit.windowMs, now)
}

/** As `Retry-After` says them: at least one. */
export const secondsUntil = (moment: number, now: Date): number =>
  Math.max(1, Math.ceil((moment - now.getTime()) / 1000))
