import type { Queued } from './queued'

/**
 * What holds a write up: nothing but itself, no signal, an earlier one of the same thing, who is to store it, or the
 * next try, where the service could not take it.
 */
export type WaitsFor = 'itself' | 'connection' | 'earlier' | 'provider' | 'again'

/** What is done sooner has not waited. */
const AT_ONCE_MS = 5_000

/** @param isNext no earlier write goes before it; @param now epoch milliseconds */
export function waitsFor(
  write: Pick<Queued, 'stage' | 'since' | 'tries'>,
  isNext: boolean,
  isReachable: boolean,
  now: number,
): WaitsFor {
  if (write.stage === 'accepted') return now - write.since > AT_ONCE_MS ? 'provider' : 'itself'
  if (!isReachable) return 'connection'
  if (!isNext) return 'earlier'
  return write.stage === 'held' && write.tries > 0 ? 'again' : 'itself'
}
