import { useEffect } from 'preact/hooks'
import { queries, refresh } from '../data/queries'

const EVERY_MS = 5 * 60 * 1000

/** Polls beside the streams: nobody would notice that a wall's stream has died. */
export function useFreshness(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      refresh(queries.events.queryKey)
      refresh(queries.lists.queryKey)
      refresh(queries.items.queryKey)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}
