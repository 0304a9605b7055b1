import { MINUTE_MS } from './platform/durations'

/** So long after one process has done a minute's work none does: their clocks may differ by seconds. */
const MAX_MS = 30_000
/** Over so long before the next full minute, when all of them look again. */
const APART_MS = 5_000

/**
 * For how many milliseconds nobody does again what a tick at `now` does: until shortly before the next full minute at the
 * longest. A tick at another second, as after a start, would otherwise keep that minute's from being done.
 */
export function restAfterTick(now: Date): number {
  const untilNextMinute = MINUTE_MS - (now.getTime() % MINUTE_MS)
  return Math.max(0, Math.min(MAX_MS, untilNextMinute - APART_MS))
}
