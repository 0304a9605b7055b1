import type { Clock } from './clock'
import type { Rule } from './rule'

/** A random series and what is done to it, as it is printed and pasted. Places in lists count round. */
export interface Story {
  series: SeriesSpec
  steps: Step[]
}

export interface SeriesSpec {
  clock: Clock
  /** Wall-clock time of DTSTART, `2026-03-29T02:30`, or a day. */
  start: string
  /** Seconds. */
  length: number
  hasDuration?: true
  rule: Rule
  bound?: Bound
  /** Places among the instances of the rule. */
  excluded?: number[]
  /** RDATEs: days and seconds from the start. */
  added?: { days: number; seconds: number }[]
  overrides?: OverrideSpec[]
  /** Whom it is for, by the ids of the cast in their order; absent: nobody. */
  people?: number[]
  /** EXDATE, RDATE and RECURRENCE-ID stand in UTC beside a start in a zone. */
  isNamedInUtc?: true
}

/**
 * `slack` is how many seconds UNTIL lies behind the last instance, of which `until` is the place; `asDate` writes a DATE
 * beside a timed start.
 */
export type Bound = { count: number } | { until: number; slack: number; asDate?: true }

export interface OverrideSpec {
  place: number
  title?: string
  length?: number
  /** Absent: as its series. */
  people?: number[]
  /** Seconds by which it starts later than its instance. */
  later?: number
}

export type Range = 'this' | 'thisAndFuture' | 'all'

export interface Step {
  /** Places among the objects that there are by then, and among the occurrences that are left. */
  object: number
  occurrence: number
  range: Range
  change: Change
}

/** `edit`: by how much the start moves on the wall clock, and what the occurrence is to become. */
export type Change = 'delete' | 'calendar' | Edit

export interface Edit {
  title?: string
  people?: number[]
  days?: number
  seconds?: number
  /** Seconds. */
  length?: number
}
