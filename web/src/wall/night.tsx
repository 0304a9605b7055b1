import { useInactive } from '../lib/inactivity'
import { DAY, HOUR, MINUTE } from '../lib/tz'

const BEGINS = 22 * HOUR
const ENDS = 6 * HOUR
/** A touch lights the wall up for so long. */
const LIT_MS = MINUTE

/** Dims the wall while the household sleeps. */
export function Night({ now }: { now: number }) {
  const isIdle = useInactive(LIT_MS)
  const time = ((now % DAY) + DAY) % DAY
  const isNight = time >= BEGINS || time < ENDS
  return <div class={isNight && isIdle ? 'wall-night on' : 'wall-night'} aria-hidden="true" />
}
