import { addMonths, monthStart } from '../../lib/layout'
import type { Range } from '../writes/repeat'

/** As the API is asked: at most 90 days at once. */
const MOST_DAYS = 90
const MONTHS = 6

/** The stretch of days that today lies in, or else the first: where the search goes on from. */
export function stretchOf(stretches: readonly Range[], today: number): Range {
  const holds = ({ first, days }: Range) => first <= today && today < first + days
  return stretches.find(holds) ?? stretches[0] ?? { first: today, days: 0 }
}

/** The days that follow a stretch, to the end of a month half a year on. */
export function daysAfter({ first, days }: Range): Range {
  const from = first + days
  return { first: from, days: addMonths(monthStart(from), MONTHS + 1) - from }
}

/** The days before a stretch, from the beginning of a month half a year back. */
export function daysBefore({ first }: Range): Range {
  const from = addMonths(monthStart(first), -MONTHS)
  return { first: from, days: first - from }
}

/** The same days in pieces that the API takes. */
export function piecesOf({ first, days }: Range): Range[] {
  return Array.from({ length: Math.ceil(days / MOST_DAYS) }, (_, index) => {
    const from = first + index * MOST_DAYS
    return { first: from, days: Math.min(MOST_DAYS, first + days - from) }
  })
}
