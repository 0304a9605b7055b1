import { useEffect } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { MINUTE } from '../lib/tz'

const EVERY_MS = 5 * MINUTE

/** What streams tell of, and who lives here and where, of which none does. */
const POLLED = [queries.events, queries.lists, queries.items, queries.people, queries.me]

/** Polls beside the streams: nobody would notice that a wall's stream has died, and nobody comes back to its page. */
export function usePolling(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      for (const { queryKey } of POLLED) refresh(queryKey)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}
