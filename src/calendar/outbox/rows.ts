import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { calendars, events, outbox } from '../../platform/db/schema'
import type { SiblingCreate, WaitingRow } from './plan'

export type OutboxRow = typeof outbox.$inferSelect

/** A row with the calendar it writes to. */
export interface Job {
  row: OutboxRow
  calendar: { id: number; url: string; ownerId: number }
}

/** What the cache holds of an event. */
export interface CachedEvent {
  href: string
  etag: string | null
  text: string
}

/** Every pending row in the order of queueing, without its texts; also those whose calendar is gone. */
export function selectWaiting(db: Executor): Promise<WaitingRow[]> {
  return db
    .select({
      id: outbox.id,
      url: calendars.url,
      uid: outbox.uid,
      operation: outbox.operation,
      groupId: outbox.groupId,
      nextAttemptAt: outbox.nextAttemptAt,
      updatedAt: outbox.updatedAt,
      claimedUntil: outbox.claimedUntil,
    })
    .from(outbox)
    .leftJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(eq(outbox.status, 'pending'))
    .orderBy(asc(outbox.id))
}

/** The creates that the waiting deletes of moves depend on. */
export async function selectSiblings(db: Executor, waiting: readonly WaitingRow[]): Promise<SiblingCreate[]> {
  const groups = waiting.flatMap(({ operation, groupId }) =>
    operation === 'delete' && groupId !== null ? [groupId] : [],
  )
  if (groups.length === 0) return []
  const rows = await db
    .select({ groupId: outbox.groupId, status: outbox.status })
    .from(outbox)
    .where(and(inArray(outbox.groupId, groups), eq(outbox.operation, 'create')))
  return rows.map(({ groupId, status }) => ({ groupId: groupId!, status }))
}

export async function selectJob(db: Executor, id: number): Promise<Job | null> {
  const [found] = await db
    .select({ row: outbox, calendar: { id: calendars.id, url: calendars.url, ownerId: calendars.userId } })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(eq(outbox.id, id))
  return found ?? null
}

/** The event as cached for the calendar; where that knows nothing of it, for another member's row of the same URL. */
export async function selectCached(
  db: Executor,
  calendar: { id: number; url: string },
  uid: string,
): Promise<CachedEvent | null> {
  const [found] = await db
    .select({ href: events.href, etag: events.etag, text: events.rawVevent })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
    .where(and(eq(calendars.url, calendar.url), eq(events.uid, uid)))
    .orderBy(desc(sql`${events.calendarId} = ${calendar.id}`))
    .limit(1)
  return found ?? null
}

/** The delete that follows a move's create. */
export async function selectSiblingDelete(db: Executor, groupId: string): Promise<Job | null> {
  const [found] = await db
    .select({ row: outbox, calendar: { id: calendars.id, url: calendars.url, ownerId: calendars.userId } })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(and(eq(outbox.groupId, groupId), eq(outbox.operation, 'delete'), isNotNull(outbox.groupId)))
  return found ?? null
}
