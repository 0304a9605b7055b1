import { useEffect, useState } from 'preact/hooks'
import { toWall } from './tz'

/** How often what depends on the time of day is drawn anew. */
const TICK = 15_000

/** What the household's clock shows now, as a wall value; moves every quarter minute and when the page is shown again. */
export function useNow(zone: string): number {
  const [instant, setInstant] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setInstant(Date.now())
    const timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return toWall(instant, zone)
}
