import type { Occurrence } from '../data/types'
import { placeAll } from '../lib/layout'
import type { Range } from './writes/repeat'

/**
 * Which days the service has been asked about, and when: a day that nothing is known of must never look like one on
 * which nothing happens.
 */

/** What the service said about some days. */
export interface Answer extends Range {
  /** When; epoch milliseconds. */
  at: number
  occurrences: readonly Occurrence[]
}

/** `loading`: requested. `unknown`: the request failed, or is not sent. */
export type DayState = 'known' | 'loading' | 'unknown'

export interface Coverage {
  /** When the oldest of the answers about these days came, in epoch milliseconds; null when nothing is known. */
  at: number | null
  stateOf(day: number): DayState
  /** Whether all of these days are known. */
  knows(range: Range): boolean
}

interface Known {
  occurrences: readonly Occurrence[]
  coverage: Coverage
}

/** The same functions each time: an answer that only comes again draws nothing again. */
const ALL_KNOWN = { stateOf: (): DayState => 'known', knows: () => true }

/** All days of a range, from one answer. */
export function known(occurrences: readonly Occurrence[], at: number): Known {
  return { occurrences, coverage: { at, ...ALL_KNOWN } }
}

/** The same days where an answer is not the whole of it: a calendar is in it of which nothing has ever been read. */
export function incomplete(coverage: Coverage, state: 'loading' | 'unknown'): Coverage {
  const stateOf = (day: number) => (coverage.stateOf(day) === 'known' ? state : coverage.stateOf(day))
  return { at: coverage.at, stateOf, knows: () => false }
}

/** The days of a range from answers about other ranges: of each day the newest; `otherwise` is what the others are. */
export function pieceTogether(range: Range, answers: readonly Answer[], otherwise: DayState, zone: string): Known {
  const byDay = newestByDay(range, answers)
  const used = [...new Set(byDay.values())]
  const found = new Map<string, Occurrence>()
  for (const answer of used) {
    for (const { item, firstDay, lastDay } of placeAll(answer.occurrences, zone)) {
      if (holds(byDay, answer, firstDay, lastDay))
        found.set(JSON.stringify([item.calendarId, item.uid, item.recurrenceId ?? item.start]), item)
    }
  }
  const knows = ({ first, days }: Range) => daysOf({ first, days }).every((day) => byDay.has(day))
  const at = used.length === 0 ? null : Math.min(...used.map((answer) => answer.at))
  const stateOf = (day: number): DayState => (byDay.has(day) ? 'known' : otherwise)
  return { occurrences: [...found.values()], coverage: { at, stateOf, knows } }
}

function newestByDay(range: Range, answers: readonly Answer[]): ReadonlyMap<number, Answer> {
  const byDay = new Map<number, Answer>()
  for (const answer of answers.toSorted((a, b) => a.at - b.at)) {
    const from = Math.max(range.first, answer.first)
    const days = Math.min(range.first + range.days, answer.first + answer.days) - from
    for (const day of daysOf({ first: from, days })) byDay.set(day, answer)
  }
  return byDay
}

/** Whether an answer is the one to be believed about any of these days. */
function holds(byDay: ReadonlyMap<number, Answer>, answer: Answer, firstDay: number, lastDay: number): boolean {
  const from = Math.max(firstDay, answer.first)
  const to = Math.min(lastDay, answer.first + answer.days - 1)
  return daysOf({ first: from, days: to - from + 1 }).some((day) => byDay.get(day) === answer)
}

const daysOf = ({ first, days }: Range): number[] =>
  Array.from({ length: Math.max(0, days) }, (_, index) => first + index)

/** The stretches of days that answers cover without a gap, in order. */
export function stretches(answers: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const { first, days } of answers.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1)
    if (last === undefined || last.first + last.days < first) joined.push({ first, days })
    else last.days = Math.max(last.days, first + days - last.first)
  }
  return joined
}
