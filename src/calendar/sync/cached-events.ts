import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/mysql-core'
import type { Executor } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { events } from '../../platform/db/schema'
import { COMPUTED, fingerprintOfRow } from './event-columns'
import type { CachedEvent } from './plan'

const KEYS_PER_STATEMENT = 500

const CACHED = { id: events.id, uid: events.uid, href: events.href, etag: events.etag }

/** All rows of a calendar, without their texts. */
export function loadCached(db: Executor, calendarId: number): Promise<CachedEvent[]> {
  return db.select(CACHED).from(events).where(eq(events.calendarId, calendarId))
}

/** Its rows with one of these hrefs or UIDs: one statement, an index for each. */
export async function loadCachedAt(
  db: Executor,
  calendarId: number,
  { hrefs, uids }: { hrefs: readonly string[]; uids: readonly string[] },
): Promise<CachedEvent[]> {
  const rowsWith = (column: typeof events.href | typeof events.uid, values: readonly string[]) =>
    db
      .select(CACHED)
      .from(events)
      .where(and(eq(events.calendarId, calendarId), inArray(column, [...values])))
  const [href, uid] = [hrefs[0], uids[0]]
  if (hrefs.length === 1 && uids.length === 1) return cachedAt(db).execute({ calendarId, href, uid })
  if (href === undefined && uid === undefined) return []
  if (uids.length === 0) return rowsWith(events.href, hrefs)
  if (hrefs.length === 0) return rowsWith(events.uid, uids)
  return union(rowsWith(events.href, hrefs), rowsWith(events.uid, uids))
}

/** The same of one of each: before and after every write. */
const cachedAt = prepared((db) => {
  const rowsWith = (name: 'href' | 'uid') =>
    db
      .select(CACHED)
      .from(events)
      .where(and(eq(events.calendarId, sql.placeholder('calendarId')), eq(events[name], sql.placeholder(name))))
  return union(rowsWith('href'), rowsWith('uid')).prepare()
})

/** Its rows at these hrefs, however many they are. */
export async function loadCachedAtHrefs(db: Executor, calendarId: number, hrefs: readonly string[]) {
  const rows: CachedEvent[] = []
  for (let start = 0; start < hrefs.length; start += KEYS_PER_STATEMENT) {
    const slice = hrefs.slice(start, start + KEYS_PER_STATEMENT)
    rows.push(...(await loadCachedAt(db, calendarId, { hrefs: slice, uids: [] })))
  }
  return rows
}

/** Its rows that were stored last, the latest first. */
export function loadLatest(db: Executor, calendarId: number, count: number): Promise<CachedEvent[]> {
  return db
    .select(CACHED)
    .from(events)
    .where(eq(events.calendarId, calendarId))
    .orderBy(desc(events.updatedAt))
    .limit(count)
}

/** Whether the calendar has a row that is none of these. */
export async function hasOtherRows(db: Executor, calendarId: number, ids: ReadonlySet<number>): Promise<boolean> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.calendarId, calendarId))
    .limit(ids.size + 1)
  return rows.some(({ id }) => !ids.has(id))
}

/** Its rows at these hrefs, with fingerprints. */
export async function loadFingerprinted(
  db: Executor,
  calendarId: number,
  hrefs: readonly string[],
): Promise<CachedEvent[]> {
  if (hrefs.length === 0) return []
  const rows = await db
    .select({
      ...CACHED,
      textDigest: sql<string>`md5(${events.rawVevent})`,
      ...COMPUTED,
    })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), inArray(events.href, [...hrefs])))
  return rows.map((row) => {
    const { id, uid, href, etag } = row
    return { id, uid, href, etag, fingerprint: fingerprintOfRow(row) }
  })
}
