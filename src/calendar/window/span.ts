import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { events } from '../../platform/db/schema'

/** The instants [fromMs, toMs). */
export interface Span {
  fromMs: number
  toMs: number
}

/** To be forced, with `isInWindowIndex`: MariaDB would rather scan all past events, and the past only grows. */
export const WINDOW_INDEX = 'events_window_recurring'

/** The columns of that index: events of these calendars that are not over at `fromMs`. */
export const isInWindowIndex = (
  calendarIds: readonly number[],
  { isRecurring, fromMs }: { isRecurring: boolean; fromMs: number },
) =>
  and(
    inArray(events.calendarId, [...calendarIds]),
    eq(events.hasRrule, isRecurring),
    or(gte(events.lastUtc, new Date(fromMs)), isNull(events.lastUtc)),
  )
