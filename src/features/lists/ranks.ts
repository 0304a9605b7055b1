import { generateNKeysBetween } from 'fractional-indexing'

/** Longer ranks are made only by clients; the rest of the column's 255 is room for the moves between two of ours. */
const MAX_OWN_RANK_LENGTH = 100

/**
 * So many ranks in order, strictly between two others; null on either side means the end of the list. Null as the
 * answer: between these there are none, because they are equal, malformed or overlong, and the list must be renumbered
 * first.
 */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] | null {
  const ranks = keysBetween(before, after, count)
  if (ranks === null || ranks.some((rank) => rank.length > MAX_OWN_RANK_LENGTH)) return null
  // A stored rank may be anything a client sent, and what is made from it is believed only when it fits.
  const all = [before, ...ranks, after].filter((rank) => rank !== null)
  return all.every((rank, index) => index === 0 || all[index - 1]! < rank) ? ranks : null
}

/** Ranks for a whole list, in order. */
export function freshRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  try {
    return generateNKeysBetween(before, after, count)
  } catch {
    return null
  }
}
