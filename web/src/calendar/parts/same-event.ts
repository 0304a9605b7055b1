interface KeyParts {
  uid: string
  start: string
  title: string
}

/**
 * Of the keys of entries, the one of the event that `lost` was before it got another time or title: of its own
 * occurrences, else of those called like it, the nearest in time; null when there is none.
 */
export function sameEventAs(lost: string, keys: readonly string[]): string | null {
  const before = partsOf(lost)
  const others = keys.map((key) => ({ key, ...partsOf(key) }))
  const own = others.filter(({ uid }) => uid === before.uid)
  const alike = own.length > 0 ? own : others.filter(({ title }) => title === before.title)
  const distance = ({ start }: KeyParts) => Math.abs(Date.parse(start) - Date.parse(before.start))
  return alike.toSorted((a, b) => distance(a) - distance(b))[0]?.key ?? null
}

/** What `mergeEntries` made a key of. */
function partsOf(key: string): KeyParts {
  const [uid, start, title]: [string, string, string] = JSON.parse(key)
  return { uid, start, title }
}
