import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/mysql-core'
import type { Executor } from '../../platform/db/client'
import { events } from '../../platform/db/schema'
import type { EventSummary } from '../ical/summary'
import type { CachedEvent } from './plan'

type NewRow = typeof events.$inferInsert

export interface StorableEvent {
  href: string
  etag: string | null
  data: string
  summary: EventSummary
}

const KEYS_PER_STATEMENT = 500
const MAX_ROWS = 300
/** Well below the packet size that both databases accept by default. */
const MAX_BYTES = 2 * 1024 * 1024
/** A TEXT column holds 65,535 bytes, four of them for a character. */
const MAX_TEXT = 16_000

const CACHED = { id: events.id, uid: events.uid, href: events.href, etag: events.etag }

/** A calendar's rows without their texts. */
export function loadCached(db: Executor, calendarId: number): Promise<CachedEvent[]> {
  return db.select(CACHED).from(events).where(eq(events.calendarId, calendarId))
}

/**
 * Those of its rows that have one of these hrefs or UIDs, in one statement: found through an index each, however large
 * the calendar is.
 */
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
  if (hrefs.length === 0 && uids.length === 0) return []
  if (uids.length === 0) return rowsWith(events.href, hrefs)
  if (hrefs.length === 0) return rowsWith(events.uid, uids)
  return union(rowsWith(events.href, hrefs), rowsWith(events.uid, uids))
}

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

/** Its rows at these hrefs with fingerprints of everything that is stored. */
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
      title: events.title,
      location: events.location,
      allDay: events.allDay,
      dtstartUtc: events.dtstartUtc,
      dtstartDate: events.dtstartDate,
      dtendUtc: events.dtendUtc,
      dtendDate: events.dtendDate,
      hasRrule: events.hasRrule,
      cancelled: events.cancelled,
      firstUtc: events.firstUtc,
      lastUtc: events.lastUtc,
      reminderLeadMinutes: events.reminderLeadMinutes,
      reminderIsCustom: events.reminderIsCustom,
    })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), inArray(events.href, [...hrefs])))
  return rows.map((row) => {
    const { id, uid, href, etag } = row
    return { id, uid, href, etag, fingerprint: fingerprint(row) }
  })
}

/** Of the text and of what was computed from it: the latter changes with the household's zone and with our reading. */
export function fingerprintOf(event: StorableEvent): string {
  const textDigest = createHash('md5').update(event.data, 'utf8').digest('hex')
  return fingerprint({ ...columnsOf(event.summary), textDigest })
}

/** Inserts events or replaces those with the same UID, which keep their ids; a few hundred per statement. */
export async function upsertEvents(
  db: Executor,
  calendarId: number,
  items: readonly StorableEvent[],
  now: Date,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (const batch of batches(items)) {
    const rows = batch.map((item) => rowOf(calendarId, item, now))
    // Building a statement takes as long as carrying it out: the database works on one while the next is built.
    const statement = db.insert(events).values(rows).onDuplicateKeyUpdate({ set: replacement }).execute()
    // Its failure is thrown below; until somebody waits for it, it must not count as unhandled.
    statement.catch(() => {})
    await Promise.all([before, setImmediate()])
    before = statement
  }
  await before
}

function rowOf(calendarId: number, { href, etag, data, summary }: StorableEvent, now: Date): NewRow {
  const { uid } = summary
  return { ...columnsOf(summary), uid, calendarId, href, etag, rawVevent: data, updatedAt: now }
}

function columnsOf({ uid, reminder, title, location, ...columns }: EventSummary) {
  return {
    ...columns,
    title: title.slice(0, MAX_TEXT),
    location: location?.slice(0, MAX_TEXT) ?? null,
    reminderLeadMinutes: reminder.leadMinutes,
    reminderIsCustom: reminder.kind === 'custom',
  }
}

function fingerprint(row: ReturnType<typeof columnsOf> & { textDigest: string }): string {
  return JSON.stringify([
    row.textDigest,
    row.title,
    row.location,
    row.allDay,
    row.dtstartUtc,
    row.dtstartDate,
    row.dtendUtc,
    row.dtendDate,
    row.hasRrule,
    row.cancelled,
    row.firstUtc,
    row.lastUtc,
    row.reminderLeadMinutes,
    row.reminderIsCustom,
  ])
}

const given = (column: string) => sql.raw(`values(${column})`)

const replacement = {
  href: given('href'),
  etag: given('etag'),
  title: given('title'),
  location: given('location'),
  allDay: given('all_day'),
  dtstartUtc: given('dtstart_utc'),
  dtstartDate: given('dtstart_date'),
  dtendUtc: given('dtend_utc'),
  dtendDate: given('dtend_date'),
  hasRrule: given('has_rrule'),
  cancelled: given('cancelled'),
  firstUtc: given('first_utc'),
  lastUtc: given('last_utc'),
  reminderLeadMinutes: given('reminder_lead_minutes'),
  reminderIsCustom: given('reminder_is_custom'),
  rawVevent: given('raw_vevent'),
  updatedAt: given('updated_at'),
}

function* batches(items: readonly StorableEvent[]): Generator<StorableEvent[]> {
  let batch: StorableEvent[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.data)
    if (batch.length > 0 && (batch.length === MAX_ROWS || bytes + size > MAX_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
