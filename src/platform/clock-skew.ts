import { MINUTE_MS } from './durations'

/** Clocks of several machines differ by less. */
const SKEW_MS = MINUTE_MS

/**
 * The last instant that can have been set at most so many milliseconds ahead. One beyond it was set before the clock was
 * set back, and nothing may wait for it.
 */
export const farthestAhead = (now: Date, mostMs: number): Date => new Date(now.getTime() + mostMs + SKEW_MS)
