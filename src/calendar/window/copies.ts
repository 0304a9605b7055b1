import type { CachedOccurrence } from './occurrence'

/**
 * Leaves out copies of shared occurrences. Servers give a shared calendar another URL in each account: an occurrence
 * with the uid and start of one in the household's shared calendar is its copy. `occurrences` must be in the order of
 * `byStartThenTitle`, where equal starts are neighbours.
 */
export function withoutCopies(
  occurrences: readonly CachedOccurrence[],
  sharedId: number | null,
): readonly CachedOccurrence[] {
  if (sharedId === null) return occurrences
  const copies = new Set<CachedOccurrence>()
  for (let from = 0; from < occurrences.length; ) {
    const { startsAt } = occurrences[from]!
    let to = from + 1
    while (to < occurrences.length && occurrences[to]!.startsAt === startsAt) to += 1
    if (to - from > 1) addCopies(occurrences.slice(from, to), sharedId, copies)
    from = to
  }
  return copies.size === 0 ? occurrences : occurrences.filter((occurrence) => !copies.has(occurrence))
}

function addCopies(together: readonly CachedOccurrence[], sharedId: number, copies: Set<CachedOccurrence>): void {
  const shared = new Set(together.filter(({ calendarId }) => calendarId === sharedId).map(copyKey))
  if (shared.size === 0) return
  for (const occurrence of together) {
    if (occurrence.calendarId !== sharedId && shared.has(copyKey(occurrence))) copies.add(occurrence)
  }
}

/** What an occurrence and its copy have in common; by the text of the start, since a day and its midnight are two. */
export const copyKey = ({ uid, start }: Pick<CachedOccurrence, 'uid' | 'start'>): string => `${start} ${uid}`
