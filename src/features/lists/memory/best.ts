import { matcherOf } from '../../../calendar/search/match'
import type { Wanted } from '../../../calendar/search/words'
import type { Entries, Entry } from './known'
import { decayed } from './remembered'

/** A list whose memory is looked through. */
export interface Source {
  entries: Entries
  /** The list that somebody adds to. */
  isHere: boolean
}

/** What suggestions are looked for, and what else the list holds at that moment. */
export interface SuggestionQuery {
  /** Words of which each has to be found; null: what was bought last goes before, of other lists nothing else. */
  wanted: readonly Wanted[] | null
  limit: number
  /** Milliseconds. */
  now: number
  /** The keys of what stands open in the list. */
  open: ReadonlySet<string>
  /** When what stands ticked in the list was ticked, by key. */
  ticked: ReadonlyMap<string, number>
  /** The round of additions that goes on. */
  round: number
}

/** One text of several lists. */
export interface RememberedText {
  text: string
  section: string | null
  amount: string | null
  count: number
  /** Milliseconds. */
  lastAt: number
}

/** What other lists remember counts for less. */
const ELSEWHERE = 0.25
/** By how much more something counts that was always added together with all that stands open. */
const TOGETHER = 3
/** One text may come from several lists. */
const CANDIDATES_PER_PLACE = 5

interface Candidate {
  entry: Entry
  isHere: boolean
  isOpen: boolean
  boughtAt: number
  score: number
}

/**
 * The best of what lists remember, each text once: what was bought last where nothing is asked for, then what is added
 * often, lately, and together with what stands open. What stands open itself goes last.
 */
export function bestOf(sources: readonly Source[], asked: SuggestionQuery): RememberedText[] {
  const byKey = Map.groupBy(candidatesOf(sources, asked), ({ entry }) => entry.key)
  const merged = [...byKey.values()].map((same) => ({
    ...same[0]!,
    boughtAt: Math.max(...same.map(({ boughtAt }) => boughtAt)),
    score: same.reduce((sum, { score }) => sum + score, 0),
  }))
  return merged
    .toSorted(byWorth)
    .slice(0, asked.limit)
    .map(({ entry }) => foundOf(entry.key, sources))
}

/** Those that may be among the best. A loop without closures: it runs fifty thousand times. */
function candidatesOf(sources: readonly Source[], asked: SuggestionQuery): Candidate[] {
  const { wanted, now, open, ticked } = asked
  const most = (asked.limit + 1) * CANDIDATES_PER_PLACE
  const matches = wanted === null ? null : matcherOf(wanted)
  const shareOfOpen = sharesOfOpen(sources, asked)
  const best: Candidate[] = []
  for (const { entries, isHere } of sources) {
    for (const entry of entries.values()) {
      const boughtAt = wanted === null ? Math.max(entry.boughtAt ?? 0, (isHere && ticked.get(entry.key)) || 0) : 0
      if (wanted === null && !isHere && boughtAt === 0) continue
      const worth = decayed(entry.weight, now - entry.lastAt) * (isHere ? 1 : ELSEWHERE)
      const last = best.length < most ? undefined : best[most - 1]
      // The words are looked at last: most entries are too poor for a full list.
      if (last !== undefined && isWorse(boughtAt, worth * (1 + TOGETHER), last)) continue
      if (matches !== null && !matches(entry)) continue
      const isOpen = open.has(entry.key)
      const score = worth * (1 + TOGETHER * (isHere ? togetherWith(entry, shareOfOpen) : 0))
      insert(best, { entry, isHere, isOpen, boughtAt, score }, most)
    }
  }
  return best
}

/** Whether what was bought then, and is worth at most so much, stands behind another that is not open. */
const isWorse = (boughtAt: number, most: number, other: Candidate): boolean =>
  !other.isOpen && (boughtAt < other.boughtAt || (boughtAt === other.boughtAt && most < other.score))

function insert(best: Candidate[], candidate: Candidate, most: number): void {
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byWorth(best[middle]!, candidate) <= 0) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, candidate)
  if (best.length > most) best.pop()
}

function byWorth(one: Candidate, other: Candidate): number {
  return (
    Number(one.isOpen) - Number(other.isOpen) ||
    other.boughtAt - one.boughtAt ||
    other.score - one.score ||
    (one.entry.key < other.entry.key ? -1 : Number(one.entry.key > other.entry.key))
  )
}

/** Of what stands open, the share that was added in each round before this one. */
function sharesOfOpen(sources: readonly Source[], { open, round }: SuggestionQuery): Map<number, number> {
  const shares = new Map<number, number>()
  for (const { entries } of sources.filter(({ isHere }) => isHere)) {
    for (const key of open) {
      for (const its of entries.get(key)?.rounds ?? []) {
        if (its !== round) shares.set(its, (shares.get(its) ?? 0) + 1 / open.size)
      }
    }
  }
  return shares
}

/** From 0 to 1: how much of what stands open is usually added along. */
function togetherWith({ rounds }: Entry, shareOfOpen: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const round of rounds) sum += shareOfOpen.get(round) ?? 0
  return sum / rounds.length
}

/** What the list itself says of it goes before what others say, then what was said last. */
function foundOf(key: string, sources: readonly Source[]): RememberedText {
  const said = sources.flatMap(({ entries, isHere }) => {
    const entry = entries.get(key)
    return entry === undefined ? [] : { entry, isHere }
  })
  const [first] = said.toSorted((a, b) => Number(b.isHere) - Number(a.isHere) || b.entry.lastAt - a.entry.lastAt)
  const { text, section, amount } = first!.entry
  return {
    text,
    section,
    amount,
    count: said.reduce((sum, { entry }) => sum + entry.count, 0),
    lastAt: Math.max(...said.map(({ entry }) => entry.lastAt)),
  }
}
