import type { Announcement } from '../hub'

interface Body {
  /** Announcements of one transaction mostly have the same readers, who may be hundreds. */
  readers: unknown[]
  /** `readers` is the place in the list above. */
  news: Record<string, unknown>[]
}

/** Writes announcements as the text of a row. Pure. */
export function bodyOf(news: readonly object[]): string {
  const readers: unknown[] = []
  const places = new Map<unknown, number>()
  const placeOf = (of: unknown) => places.getOrInsertComputed(of, () => readers.push(of) - 1)
  const rows = news.map((one) => ('readers' in one ? { ...one, readers: placeOf(one.readers) } : { ...one }))
  return JSON.stringify({ readers, news: rows } satisfies Body)
}

/** Reads what `bodyOf` has written. Pure. @throws SyntaxError */
export function newsIn(body: string): Announcement[] {
  const { readers, news } = JSON.parse(body) as Body
  return news.map(
    (one) => ('readers' in one ? { ...one, readers: readers[one.readers as number] } : one) as Announcement,
  )
}
