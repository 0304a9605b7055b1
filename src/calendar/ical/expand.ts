import type { Zone } from './zones'

export interface Occurrence {
  uid: string
  title: string
  location: string | null
  allDay: boolean
  /** Epoch milliseconds; all-day: midnight UTC of the date. */
  start: number
  /** Epoch milliseconds, exclusive; all-day: midnight UTC of the day after the last. */
  end: number
  isRecurring: boolean
}

export interface Prepared {
  problems: string[]
}

/** Throws IcalError for an unreadable object. Worth keeping per (event, etag, household zone). */
export function prepare(_text: string, _household: Zone): Prepared {
  throw new Error('not built yet')
}

/** Occurrences that overlap the instants [fromMs, toMs), in order of start. Never throws. */
export function expand(
  _prepared: Prepared,
  _fromMs: number,
  _toMs: number,
  _household: Zone,
  _report?: (problem: string) => void,
): Occurrence[] {
  throw new Error('not built yet')
}
