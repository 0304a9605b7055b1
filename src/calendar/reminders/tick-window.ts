import { DAY_MS, MINUTE_MS } from '../../platform/durations'
/** Instants in epoch milliseconds, both ends included. */
export interface TickWindow {
  from: number
  to: number
}

interface TickWindows {
  /** The moments this tick answers for. */
  due: TickWindow
  /** Moments that no tick answered for and that are too long past; null: none. */
  missed: TickWindow | null
}

/** The most that a reminder may be late after a missed tick. */
export const CATCH_UP_MS = MINUTE_MS
const INTERVAL_MS = MINUTE_MS
/** Timers are not exact to the millisecond. */
const JITTER_MS = 5_000
/** Reminders missed longer ago are not counted. */
const MAX_COUNTED_MS = 7 * DAY_MS

/**
 * What a tick answers for: the last minute, and the time since the previous tick if at most one was missed. Ticks
 * overlap on purpose: the ledger knows what was sent. `previous` is null on a first start, and later than `now` when
 * the clock was set back.
 */
export function tickWindows(now: number, previous: number | null): TickWindows {
  const lastMinute = now - CATCH_UP_MS
  if (previous === null || previous >= lastMinute) return { due: { from: lastMinute, to: now }, missed: null }
  const isOneTickLate = now - previous <= INTERVAL_MS + CATCH_UP_MS + JITTER_MS
  if (isOneTickLate) return { due: { from: previous, to: now }, missed: null }
  const from = Math.max(previous, lastMinute - MAX_COUNTED_MS)
  return { due: { from: lastMinute, to: now }, missed: { from: from + 1, to: lastMinute - 1 } }
}

/** Both ends count; epoch milliseconds. */
export const isWithin = ({ from, to }: TickWindow, instant: number) => instant >= from && instant <= to
