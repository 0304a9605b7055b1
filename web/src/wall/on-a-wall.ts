import { useMedia } from '../lib/media'
import { MINUTE } from '../lib/tz'

/** How long after the last touch a screen on a wall goes back to today. */
export const BACK_TO_TODAY_MS = 2 * MINUTE

/** As many days, today's among them, as have room beside each other to be read from across the kitchen. */
export function useDayCount(): number {
  const isWide = useMedia('(min-width: 73.75em)')
  const isMedium = useMedia('(min-width: 56.25em)')
  if (isWide) return 5
  return isMedium ? 4 : 3
}
