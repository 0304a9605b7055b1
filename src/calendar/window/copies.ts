import type { CachedOccurrence } from './occurrence'

/**
 * The occurrences without copies of shared ones. Servers give a calendar that one member shares with another an URL of
 * its own in each account: where the shared calendar has the same uid at the same start, what another calendar has is a
 * copy. The occurrences are in the order of `byStartThenTitle`, so that what starts together stands together.
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
  const shared = new Set(together.filter(({ calendarId }) => calendarId === sharedId).map(nameOf))
  if (shared.size === 0) return
  for (const occurrence of together) {
    if (occurrence.calendarId !== sharedId && shared.has(nameOf(occurrence))) copies.add(occurrence)
  }
}

/** A day and its midnight start together and are two. */
const nameOf = ({ uid, start }: CachedOccurrence) => `${start} ${uid}`
