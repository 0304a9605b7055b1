import { TimeSlice } from '../../platform/time-slice'
import type { Place, Range } from './places'
import type { Entry } from './word-index'
import type { Wanted } from './words'

/** A test whether an entry says all that is wanted. */
export function matcherOf(wanted: readonly Wanted[]): (entry: Pick<Entry, 'words'>) => boolean {
  // Long words are rare ones.
  const beginnings = wanted
    .toSorted((a, b) => b[0]!.length - a[0]!.length)
    .map((spellings) => spellings.map((spelling) => ` ${spelling}`))
  // Loops: this is asked sixty thousand times, and a closure for each word costs more than the looking.
  return ({ words }) => {
    for (const spellings of beginnings) if (!saysOne(words, spellings)) return false
    return true
  }
}

function saysOne(words: string, spellings: readonly string[]): boolean {
  for (const spelling of spellings) if (words.includes(spelling)) return true
  return false
}

/** Which part of the matches is wanted. */
export interface PageRequest {
  isComing: boolean
  /** Milliseconds. */
  now: number
  range: Range
  /** What stood last on the page before. */
  after: Pick<Place, 'startsAt' | 'id'> | null
  most: number
}

const LOOKED_AT_ONCE = 256

/** The next of these that match, in order; they stand by start, then id. */
export async function matchSingles(
  singles: readonly Entry[],
  matches: (entry: Entry) => boolean,
  { isComing, now, range, after, most }: PageRequest,
): Promise<Place[]> {
  const slice = new TimeSlice()
  const step = isComing ? 1 : -1
  const isBehind = ({ startsAt, id }: Entry) =>
    after === null || (startsAt - after.startsAt || id - after.id) * step > 0
  const isAsked = ({ startsAt, endsAt }: Entry) =>
    endsAt > now === isComing && startsAt < range.to && (endsAt > range.from || startsAt >= range.from)
  const places: Place[] = []
  const first = isComing
    ? firstFrom(singles, after?.startsAt ?? Number.NEGATIVE_INFINITY)
    : lastUpTo(singles, after?.startsAt ?? now)
  for (let at = first; at >= 0 && at < singles.length && places.length < most; at += step) {
    const entry = singles[at]!
    if (isAsked(entry) && isBehind(entry) && matches(entry)) {
      places.push({ isComing, startsAt: entry.startsAt, id: entry.id, occurrence: null })
    }
    if (at % LOOKED_AT_ONCE === 0) await slice.giveWay()
  }
  return places
}

/** Index of the first entry that starts at the moment or later; their count when there is none. */
function firstFrom(entries: readonly Entry[], moment: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.startsAt < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the last entry that starts at the moment or earlier; -1 when there is none. */
const lastUpTo = (entries: readonly Entry[], moment: number) => firstFrom(entries, moment + 1) - 1
