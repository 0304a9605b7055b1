import { useEffect } from 'preact/hooks'
import { refresh } from '../data/queries'

const EVERY_MS = 5 * 60 * 1000

/** Asks again now and then even if no stream says so: nobody would notice a wall that has fallen silent. */
export function useFreshness(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      refresh(['events'])
      refresh(['lists'])
      refresh(['items'])
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}
