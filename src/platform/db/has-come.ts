import { type Column, gt, lte, or, type SQL } from 'drizzle-orm'
import { MINUTE_MS } from '../durations'

/** Clocks of several machines differ by less. */
const SKEW_MS = MINUTE_MS

/**
 * Whether a stored instant has come that is set at most so many milliseconds ahead. One that lies farther ahead was set
 * before the clock was set back, and nothing may wait for it.
 */
export const hasCome = (instant: Column, now: Date, mostMs: number): SQL =>
  or(lte(instant, now), gt(instant, new Date(now.getTime() + mostMs + SKEW_MS)))!
