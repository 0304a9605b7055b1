import type { rememberedItems } from '../../../platform/db/schema'
import { DAY_MS, HOUR_MS } from '../../../platform/durations'

type Row = typeof rememberedItems.$inferSelect

/** What is remembered of one text in a list. */
export type Remembered = Pick<
  Row,
  'text' | 'section' | 'amount' | 'count' | 'weight' | 'lastAt' | 'boughtAt' | 'rounds'
>

export type Addition = Pick<Row, 'text' | 'section' | 'amount'> & {
  at: Date
  /** More than once where some of it joined what stood there. */
  times: number
}

/** The additions to a list that belong together: how many such there were, and the last addition of the last one. */
export interface Round {
  round: number
  roundAt: Date | null
}

/** An addition counts for half after so long. */
const HALF_LIFE_MS = 60 * DAY_MS
/** Who adds nothing for so long has gone shopping. */
const PAUSE_MS = 4 * HOUR_MS
const MAX_ROUNDS = 10

/** The round that an addition belongs to. */
export function roundOf({ round, roundAt }: Round, at: Date): Round {
  const goesOn = roundAt !== null && at.getTime() - roundAt.getTime() < PAUSE_MS
  return goesOn ? { round, roundAt: roundAt > at ? roundAt : at } : { round: round + 1, roundAt: at }
}

/** What is remembered after a further addition. A section stays until another one is said. */
export function withAddition(before: Remembered | null, item: Addition, round: number): Remembered {
  const { text, section, amount, times, at } = item
  if (before === null) {
    return { text, section, amount, count: times, weight: times, lastAt: at, boughtAt: null, rounds: [round] }
  }
  const lastAt = new Date(Math.max(before.lastAt.getTime(), at.getTime()))
  return {
    text,
    section: section ?? before.section,
    amount,
    count: before.count + times,
    weight: decayed(before.weight, lastAt.getTime() - before.lastAt.getTime()) + times,
    lastAt,
    boughtAt: before.boughtAt,
    rounds: [round, ...before.rounds.filter((other) => other !== round)].slice(0, MAX_ROUNDS),
  }
}

/** What additions of an age in milliseconds still count for. */
export const decayed = (weight: number, ageMs: number): number => weight * 2 ** (-ageMs / HALF_LIFE_MS)
