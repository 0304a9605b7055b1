/** Instants in epoch milliseconds, both ends included. */
export interface TickWindow {
  from: number
  to: number
}

interface TickWindows {
  /** The moments this tick answers for. */
  due: TickWindow
  /** Moments that nobody answered for and that are too long past now, null when there are none. */
  missed: TickWindow | null
}

/** A reminder may come so late after a tick that did not happen. */
export const CATCH_UP_MS = 60_000
const INTERVAL_MS = 60_000
/** Timers are not exact to the millisecond. */
const JITTER_MS = 5_000
/** What was missed in a longer standstill is no longer counted. */
const LONGEST_COUNTED_MS = 7 * 24 * 3_600_000

/**
 * What a tick answers for: the last minute, and what lies between it and the tick before when at most one tick was
 * missed in between. Two ticks overlap on purpose; what has been sent is known. `previous` is null on a first start,
 * and later than `now` when the clock was set back.
 */
export function tickWindows(now: number, previous: number | null): TickWindows {
  const lastMinute = now - CATCH_UP_MS
  if (previous === null || previous >= lastMinute) return { due: { from: lastMinute, to: now }, missed: null }
  const isOneTickLate = now - previous <= INTERVAL_MS + CATCH_UP_MS + JITTER_MS
  if (isOneTickLate) return { due: { from: previous, to: now }, missed: null }
  const from = Math.max(previous, lastMinute - LONGEST_COUNTED_MS)
  return { due: { from: lastMinute, to: now }, missed: { from: from + 1, to: lastMinute - 1 } }
}

export const isWithin = ({ from, to }: TickWindow, instant: number) => instant >= from && instant <= to
