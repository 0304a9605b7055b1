import { type Column, gt, lte, or, type SQL } from 'drizzle-orm'
import { farthestAhead } from '../clock-skew'

/** Whether a stored instant has come that is set at most so many milliseconds ahead, or is beyond `farthestAhead`. */
export const hasCome = (instant: Column, now: Date, mostMs: number): SQL =>
  or(lte(instant, now), gt(instant, farthestAhead(now, mostMs)))!
