import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations'
import { spreadOf } from '../spread'

/** When a feed is asked for again; pure. */

/** No feed is asked for more often by itself. */
const MIN_MS = HOUR_MS
const MAX_MS = DAY_MS
/** For a feed that does not say how often it changes. */
const USUAL_MS = 2 * HOUR_MS
/** What went wrong here is usually over by then. */
const SOON_MS = 3 * MINUTE_MS
/** Beyond it a server cannot ask to be left alone. */
const MAX_PAUSE_MS = 7 * DAY_MS
/** Of the interval: subscriptions made together drift apart. */
const JITTER = 0.1

/** Public holidays change with their years alone. */
export const HOLIDAYS_REFRESH_MINUTES = (30 * DAY_MS) / MINUTE_MS

/** After a good answer; public holidays ask nobody. */
export function nextFetch(
  { id, refreshMinutes }: { id: number; refreshMinutes: number | null },
  now: Date,
  isOfHolidays = false,
): Date {
  const wanted = refreshMinutes === null ? USUAL_MS : refreshMinutes * MINUTE_MS
  return later(now, isOfHolidays ? wanted : Math.min(MAX_MS, Math.max(MIN_MS, wanted)), id)
}

/** After a failure: after 1 hour, then after 2, 4, 8 and 16, then once a day, and never before `retryAfter`. */
export function nextAttempt(id: number, failureCount: number, retryAfter: Date | null, now: Date): Date {
  const pause = MIN_MS * 2 ** Math.min(failureCount - 1, 5)
  const next = later(now, Math.min(MAX_MS, pause), id)
  return retryAfter !== null && retryAfter > next ? retryAfter : next
}

/** After a failure that is no feed's own: soon, then as after any other. */
export function nextTrial(id: number, failureCount: number, now: Date): Date {
  return failureCount === 1 ? later(now, SOON_MS, id) : nextAttempt(id, failureCount - 1, null, now)
}

/** How long a server may ask to be left alone. */
export function boundedPause(retryAfter: Date | null, now: Date): Date | null {
  return retryAfter && new Date(Math.min(retryAfter.getTime(), now.getTime() + MAX_PAUSE_MS))
}

const later = (now: Date, ms: number, id: number) =>
  new Date(now.getTime() + Math.round(ms * (1 + JITTER * spreadOf(id))))
