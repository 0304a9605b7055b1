import { useEffect } from 'preact/hooks'
import { queries, refresh } from '../data/queries'

const EVERY_MS = 5 * 60 * 1000

/** Asks again now and then even if no stream says so: nobody would notice a wall that has fallen silent. */
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
