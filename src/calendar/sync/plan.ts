/** What to change in the cache, from what is cached and what the server says; pure. */

export interface CachedEvent {
  id: number
  uid: string
  href: string
  etag: string | null
  /** Digest of all that is stored; given when more than etags is to be compared. */
  fingerprint?: string
}

/** A readable object of the server. */
export interface ReadableEvent {
  uid: string
  href: string
  etag: string
  fingerprint?: string
}

/** Whether an object exists, by what the server has said. */
export type Presence = (href: string) => boolean

/** By a complete listing: unlisted objects do not exist. */
export const listedIn =
  (hrefs: ReadonlySet<string>): Presence =>
  (href) =>
    hrefs.has(href)

/** By the changes: unnamed objects are unchanged. */
export const unlessGone =
  (hrefs: ReadonlySet<string>): Presence =>
  (href) =>
    !hrefs.has(href)

export interface Plan<Event extends ReadableEvent> {
  upserts: Event[]
  deletes: CachedEvent[]
  /** Objects left out because another one has their UID: old servers accept one UID at two hrefs. */
  shadowed: number
}

/**
 * Compares cache and server, or a part of both: `cached` holds at least the rows with the href or the UID of something
 * `fetched`. Events are keyed by UID; of two hrefs with one UID the lower one counts, so that every
 * way of listing gives the same rows. A row stays as long as its href is there, also when its new text could not be
 * read.
 */
export function plan<Event extends ReadableEvent>(
  cached: readonly CachedEvent[],
  isThere: Presence,
  fetched: readonly Event[],
): Plan<Event> {
  const fetchedHrefs = new Set(fetched.map(({ href }) => href))
  const winners = new Map<string, { href: string; event: Event | null }>()
  let shadowed = 0
  const offer = (uid: string, href: string, event: Event | null) => {
    const holder = winners.get(uid)
    if (holder !== undefined && holder.href !== href) shadowed++
    if (holder === undefined || href <= holder.href) winners.set(uid, { href, event })
  }
  for (const row of cached) {
    if (isThere(row.href) && !fetchedHrefs.has(row.href)) offer(row.uid, row.href, null)
  }
  for (const event of fetched) offer(event.uid, event.href, event)

  const rows = new Map(cached.map((row) => [row.uid, row]))
  const upserts = [...winners.values()]
    .map(({ event }) => event)
    .filter((event) => event !== null)
    .filter((event) => !isSame(rows.get(event.uid), event))
  const deletes = cached.filter((row) => !winners.has(row.uid))
  return { upserts, deletes, shadowed }
}

/**
 * Whether another sync or write has changed the rows that the plan touches. `before` is what the plan was made from,
 * `now` what is stored.
 */
export function isOvertaken(
  { upserts, deletes }: Pick<Plan<ReadableEvent>, 'upserts' | 'deletes'>,
  before: readonly CachedEvent[],
  now: readonly CachedEvent[],
): boolean {
  const uids = new Set([...upserts, ...deletes].map(({ uid }) => uid))
  const hrefs = new Set([...upserts, ...deletes].map(({ href }) => href))
  const touched = (rows: readonly CachedEvent[]) =>
    rows
      .filter(({ uid, href }) => uids.has(uid) || hrefs.has(href))
      .map(({ uid, href, etag }) => JSON.stringify([uid, href, etag]))
      .sort()
  return JSON.stringify(touched(before)) !== JSON.stringify(touched(now))
}

function isSame(row: CachedEvent | undefined, event: ReadableEvent): boolean {
  return (
    row !== undefined && row.href === event.href && row.etag === event.etag && row.fingerprint === event.fingerprint
  )
}
