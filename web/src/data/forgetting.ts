import { DAY, HOUR } from '../lib/tz'
import { queryClient } from './queries'

/** So long after the newest answer one that nobody looks at is forgotten. */
const FORGOTTEN_AFTER_MS = DAY

interface Answered {
  state: { dataUpdatedAt: number }
}

/**
 * Which of the answers came so long before the newest of them. By the answers and not by the clock: without a connection
 * nothing is newer, and everything stays.
 */
export function isLongBefore(answers: readonly Answered[], milliseconds: number): (answer: Answered) => boolean {
  const newest = Math.max(...answers.map(({ state }) => Math.min(state.dataUpdatedAt, Date.now())))
  return ({ state }) => newest - state.dataUpdatedAt >= milliseconds
}

/** Forgets what nobody looks at any more: a page may be open for months. */
export function startForgetting(): void {
  const cache = queryClient.getQueryCache()
  setInterval(() => {
    const isOld = isLongBefore(cache.getAll(), FORGOTTEN_AFTER_MS)
    for (const query of cache.getAll()) {
      const isInUse = query.getObserversCount() > 0 || query.state.fetchStatus !== 'idle'
      if (!isInUse && isOld(query)) cache.remove(query)
    }
  }, HOUR)
}
