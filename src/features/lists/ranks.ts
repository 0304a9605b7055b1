import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Longer ranks are made only by clients; the rest of the column's 255 is room for the moves between two of ours. */
const LONGEST_OWN_RANK = 100

/**
 * A rank strictly between two others; null on either side means the end of the list. Null as the answer: between
 * these there is none, because they are equal, malformed or overlong, and the list must be renumbered first.
 */
export function rankBetween(before: string | null, after: string | null): string | null {
  const rank = keyBetween(before, after)
  if (rank === null || rank.length > LONGEST_OWN_RANK) return null
  // A stored rank may be anything a client sent, and what is made from it is believed only when it fits.
  const fits = (before === null || before < rank) && (after === null || rank < after)
  return fits ? rank : null
}

/** Ranks for a whole list, in order. */
export function freshRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

function keyBetween(before: string | null, after: string | null): string | null {
  try {
    return generateKeyBetween(before, after)
  } catch {
    return null
  }
}
