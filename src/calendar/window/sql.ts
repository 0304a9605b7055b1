import { type Column, sql } from 'drizzle-orm'

/** The instants [fromMs, toMs). */
export interface Span {
  fromMs: number
  toMs: number
}

/**
 * Passes by, per calendar, everything that was over before the window; the optimizer would rather read all events of the
 * household, whose past only grows.
 */
export const WINDOW_INDEX = 'events_window_recurring'

/** The database's own text of a date column: making a Date of each would cost more than the query. */
export const rawText = <T extends string | null>(column: Column) => sql<T>`${column}`
