import { useEffect, useState } from 'preact/hooks'
import { toWall } from './tz'

/** How often what depends on the time of day is drawn anew. */
const TICK = 15_000
/** A computer that wakes tells a page nothing that was on screen all along: only its clock has moved on. */
export const LOOK_EVERY_MS = 1_000

/** What the household's clock shows now, as a wall value; moves every quarter minute, and a second after the computer wakes. */
export function useNow(zone: string): number {
  const [instant, setInstant] = useState(present)
  useEffect(() => {
    const tick = () => setInstant(present)
    const timer = setInterval(tick, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return toWall(instant, zone)
}

/** The quarter minute that has begun. */
const present = () => Date.now() - (Date.now() % TICK)
