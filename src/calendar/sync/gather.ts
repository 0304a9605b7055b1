import {
  CalDavError,
  type Connection,
  changesSince,
  type FetchedObjects,
  getObjects,
  listEtags,
  listObjects,
  type RemoteCalendar,
} from '../caldav/client'
import type { CachedEvent, Presence } from './plan'

/** How far the server was asked: all objects, all etags, or changes since a token. */
export type Tier = 'full' | 'etags' | 'changes'

/** What the server says about a calendar's objects. */
export interface Facts {
  tier: Tier
  presence: Presence
  fetched: FetchedObjects
  /** To go on from next time; both were given before the objects were read, so that nothing falls in between. */
  syncToken: string | null
  ctag: string | null
}

export interface GatherFrom {
  cached: readonly CachedEvent[]
  syncToken: string | null
  /** Reads every object, whatever is cached. */
  isFull: boolean
}

/** Statuses by which a server says that it does not know the report, or not for so many objects. */
const NOT_THIS_WAY = new Set([400, 403, 405, 415, 500, 501, 507])

/**
 * Asks the server for what is needed to bring the cache up to date: sync-collection where there is a token, else etags
 * and the objects whose etag is new, else everything. @throws CalDavError
 */
export async function gather(connection: Connection, remote: RemoteCalendar, from: GatherFrom): Promise<Facts> {
  const tags = { syncToken: remote.syncToken, ctag: remote.ctag }
  if (from.isFull) {
    return {
      ...tags,
      ...(await orElse(
        () => everything(connection, remote.url),
        () => byEtags(connection, remote, []),
      )),
    }
  }
  if (from.syncToken !== null) {
    const changes = await changesSince(connection, remote.url, from.syncToken)
    if (changes !== null) {
      const fetched = await fetchChanged(connection, remote.url, changes.changed, from.cached)
      const presence: Presence = { coverage: 'changes', gone: new Set([...changes.gone, ...fetched.gone]) }
      return { tier: 'changes', presence, fetched, syncToken: changes.token, ctag: remote.ctag }
    }
  }
  const listing = orElse(
    () => byEtags(connection, remote, from.cached),
    () => everything(connection, remote.url),
  )
  return { ...tags, ...(await listing) }
}

type Listing = Pick<Facts, 'tier' | 'presence' | 'fetched'>

async function everything(connection: Connection, url: string): Promise<Listing> {
  const fetched = await listObjects(connection, url)
  const listed = new Set([...fetched.objects.map(({ href }) => href), ...fetched.unreadable])
  return { tier: 'full', presence: { coverage: 'complete', listed }, fetched }
}

/** With an empty cache this, too, reads everything: in slices, for calendars too large for one answer. */
async function byEtags(
  connection: Connection,
  { url }: RemoteCalendar,
  cached: readonly CachedEvent[],
): Promise<Listing> {
  const all = await listEtags(connection, url)
  const fetched = await fetchChanged(connection, url, all, cached)
  const listed = new Set(all.map(({ href }) => href)).difference(new Set(fetched.gone))
  return { tier: cached.length === 0 ? 'full' : 'etags', presence: { coverage: 'complete', listed }, fetched }
}

function fetchChanged(
  connection: Connection,
  url: string,
  listed: readonly { href: string; etag: string | null }[],
  cached: readonly CachedEvent[],
): Promise<FetchedObjects> {
  const etags = new Map(cached.map(({ href, etag }) => [href, etag]))
  const isNew = ({ href, etag }: { href: string; etag: string | null }) => etag === null || etags.get(href) !== etag
  const hrefs = listed.filter(isNew).map(({ href }) => href)
  return getObjects(connection, url, hrefs)
}

async function orElse<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first()
  } catch (error) {
    const isOtherWayOpen =
      error instanceof CalDavError &&
      (error.kind === 'too-large' || (error.kind === 'status' && NOT_THIS_WAY.has(error.status)))
    if (!isOtherWayOpen) throw error
    return second()
  }
}
