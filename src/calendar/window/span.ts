/** The instants [fromMs, toMs). */
export interface Span {
  fromMs: number
  toMs: number
}

/**
 * Passes by, per calendar, everything that was over before the window; the optimizer would rather read all events of
 * the household, whose past only grows.
 */
export const WINDOW_INDEX = 'events_window_recurring'
