import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../platform/context'
import {
  CalDavError,
  type Changes,
  type Connection,
  changesSince,
  type ListedObject,
  listEtags,
  listMembers,
  type RemoteCalendar,
} from '../caldav/client'
import { loadCached, loadCachedAtHrefs, loadLatest } from './cached-events'
import type { Calendar } from './calendars'
import { type CachedEvent, listedIn, type Presence, unlessGone } from './plan'
import { inPortion } from './portions'
import { isDue, isStillUseless, type Remembered } from './skipped'

/**
 * How the server was asked: for changes since a token, for all etags, or for all etags in order to read every object.
 */
type Tier = 'changes' | 'etags' | 'full'

/** What the server says about a calendar, and which objects to read. */
export interface Facts {
  tier: Tier
  isThere: Presence
  wanted: ListedObject[]
  /** The calendar's rows before anything is read; for `changes` only those of the wanted objects. */
  cached: CachedEvent[]
  /** Rows whose objects the server does not have any more. */
  stale: CachedEvent[]
  /** An unchanged row among the wanted ones; when it is found changed, the server's tags are wrong. */
  witness: CachedEvent | null
  /** Where the next sync starts; both are from before the objects are read, so that no change falls in between. */
  syncToken: string | null
  ctag: string | null
}

interface FindFrom {
  calendar: Calendar
  remembered: ReadonlyMap<string, Remembered>
  /** False: the server's tags and token were found to be wrong. */
  trustsTags: boolean
}

/** Rows that are looked at to find a witness. */
const CANDIDATES = 5
/** Statuses about the account or the moment: another request would fail alike. */
const NO_OTHER_WAY = new Set([401, 404, 408, 410, 425, 429, 503])

/**
 * Asks the server what has changed: by sync-collection (RFC 6578) with a token; by etags without one, or when
 * sync-collection names nothing although the tags have moved.
 * @throws CalDavError
 */
export async function findChanges(
  ctx: Context,
  connection: Connection,
  remote: RemoteCalendar,
  from: FindFrom,
): Promise<Facts> {
  const { calendar } = from
  if (from.trustsTags && isUnchanged(calendar, remote)) {
    return byChanges(ctx, from, { changed: [], gone: [], token: calendar.syncToken }, calendar.ctag)
  }
  const changes = from.trustsTags ? await askForChanges(connection, calendar) : null
  // A restored server takes a token from its future, and has nothing to say about it.
  const isBelievable = changes !== null && (changes.changed.length + changes.gone.length > 0 || !hasMoved(from, remote))
  if (isBelievable) return byChanges(ctx, from, changes, remote.ctag)
  return byEtags(ctx, connection, remote, from)
}

/** Whether both sides share a tag and all shared tags are equal. Pure. */
export function isUnchanged(calendar: Calendar, remote: RemoteCalendar): boolean {
  const pairs = [
    [calendar.ctag, remote.ctag],
    [calendar.syncToken, remote.syncToken],
  ].filter(([before, now]) => before !== null && now !== null)
  return pairs.length > 0 && pairs.every(([before, now]) => before === now)
}

/** All objects of the calendar behind the position of the last full pass. @throws CalDavError */
export async function listAll(ctx: Context, connection: Connection, calendar: Calendar): Promise<Facts> {
  const cached = await loadCached(ctx.db, calendar.id)
  const listed = await list(connection, calendar.url)
  const position = calendar.fullSyncPosition ?? ''
  const wanted = listed.filter(({ href }) => href > position).sort((a, b) => (a.href < b.href ? -1 : 1))
  const { syncToken, ctag } = calendar
  return { tier: 'full', ...compare(cached, listed), wanted, witness: null, syncToken, ctag }
}

async function askForChanges(connection: Connection, calendar: Calendar): Promise<Changes | null> {
  const { url, syncToken, lastFullSyncAt } = calendar
  if (syncToken === null || lastFullSyncAt === null) return null
  return orElse(
    () => changesSince(connection, url, syncToken),
    async () => null,
  )
}

/** Whether the calendar's tags have moved. */
function hasMoved({ calendar }: FindFrom, remote: RemoteCalendar): boolean {
  return remote.ctag === null ? remote.syncToken !== calendar.syncToken : remote.ctag !== calendar.ctag
}

async function byChanges(
  ctx: Context,
  { calendar, remembered }: FindFrom,
  { changed, gone, token }: Omit<Changes, 'token'> & { token: string | null },
  ctag: string | null,
): Promise<Facts> {
  const named = [...changed.map(({ href }) => href), ...gone]
  const absent = new Set(gone)
  const isNamed = new Set(named)
  const due = [...remembered.values()].filter((object) => isDue(object, ctx.now()) && !isNamed.has(object.href))
  const rows = await loadCachedAtHrefs(ctx.db, calendar.id, [...named, ...due.map(({ href }) => href)])
  const news = unread(changed, rows, remembered, ctx.now())
  const latest = news.length === 0 ? [] : await loadLatest(ctx.db, calendar.id, CANDIDATES)
  const witness = latest.find(({ href }) => !isNamed.has(href) && !remembered.has(href)) ?? null
  return {
    tier: 'changes',
    isThere: unlessGone(absent),
    wanted: [...news, ...due, ...(witness === null ? [] : [witness])],
    cached: [...rows, ...(witness === null ? [] : [witness])],
    stale: rows.filter(({ href }) => absent.has(href)),
    witness,
    syncToken: token,
    ctag,
  }
}

async function byEtags(
  ctx: Context,
  connection: Connection,
  { url, syncToken, ctag }: RemoteCalendar,
  { calendar, remembered }: FindFrom,
): Promise<Facts> {
  const cached = await loadCached(ctx.db, calendar.id)
  const isFirst = calendar.lastFullSyncAt === null
  const listed = await (isFirst ? inPortion(ctx, () => list(connection, url)) : list(connection, url))
  const wanted = unread(listed, cached, remembered, ctx.now())
  return { tier: 'etags', ...compare(cached, listed), wanted, witness: null, syncToken, ctag }
}

async function list(connection: Connection, url: string): Promise<ListedObject[]> {
  const listed = await orElse(
    () => listEtags(connection, url),
    () => listMembers(connection, url),
  )
  // Others get their turn between the reading of a long listing and its comparison.
  await setImmediate()
  return listed
}

function compare(cached: CachedEvent[], listed: readonly ListedObject[]) {
  const isThere = listedIn(new Set(listed.map(({ href }) => href)))
  return { isThere, cached, stale: cached.filter(({ href }) => !isThere(href)) }
}

/** Objects to read: their etag is neither cached nor known to be useless. */
function unread(
  listed: readonly ListedObject[],
  cached: readonly CachedEvent[],
  remembered: ReadonlyMap<string, Remembered>,
  now: Date,
): ListedObject[] {
  const etags = new Map(cached.map(({ href, etag }) => [href, etag]))
  return listed.filter(
    (object) =>
      (object.etag === null || etags.get(object.href) !== object.etag) && !isStillUseless(object, remembered, now),
  )
}

/** Tries the second way when the first fails because it is too slow, too large, cut off or refused. */
async function orElse<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first()
  } catch (error) {
    if (!(error instanceof CalDavError) || ['interrupted', 'forbidden-address'].includes(error.kind)) throw error
    if (error.kind === 'status' && NO_OTHER_WAY.has(error.status)) throw error
    return second()
  }
}
