import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/mysql-core'
import type { Executor } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { calendars, outbox } from '../../platform/db/schema'
import { type GroupLead, isFollower, type WaitingRow } from './plan'

export type OutboxRow = typeof outbox.$inferSelect

/** A calendar that is written to, with whose account. */
interface WrittenCalendar {
  id: number
  url: string
  ownerId: number
  isShared: boolean
}

/** A row with the calendar it writes to. */
export interface Job {
  row: OutboxRow
  calendar: WrittenCalendar
  /** Where a meeting moves to, or a copy's original stands; null for every other row, and when that calendar is gone. */
  destination: WrittenCalendar | null
}

/** Calendars that events go to. */
export const destinations = alias(calendars, 'destinations')

/** Whether a row moves a meeting to another calendar. */
export const isMove = ({ operation, destinationHref }: Pick<OutboxRow, 'operation' | 'destinationHref'>) =>
  operation !== 'delete' && destinationHref !== null

/** Whether a row takes back what a move has copied, for as long as the original stands. */
export const isReturn = ({ operation, destinationHref }: Pick<OutboxRow, 'operation' | 'destinationHref'>) =>
  operation === 'delete' && destinationHref !== null

/** Whether the row was sent and its answer is unclear, or was never recorded. */
export const wasSent = ({ row }: Pick<Job, 'row'>) => row.sentObject !== null || row.sentEtag !== null

/** `wasSent`, said to the database. */
export const isSent = or(isNotNull(outbox.sentEtag), isNotNull(outbox.sentObject))!

/** Whether a row is one of the two that divide a series. */
export const isOfSplit = ({ range, groupId }: Pick<OutboxRow, 'range' | 'groupId'>) =>
  groupId !== null && range !== null && range !== 'all'

/** Whether a row removes from a series what the create of its group has copied. */
export const isRestOfSplit = ({ operation, range, groupId }: Pick<OutboxRow, 'operation' | 'range' | 'groupId'>) =>
  operation === 'delete' && range !== null && groupId !== null

/** All pending rows in the order of queueing, without texts, including those whose calendar is gone. */
export async function selectWaiting(db: Executor): Promise<WaitingRow[]> {
  const rows = await waiting(db).execute()
  return rows.map(({ uid, recurrenceId, destinationHref, ...row }) => ({
    ...row,
    event: { calendarId: null, uid, recurrenceId },
    isMove: isMove({ ...row, destinationHref }),
    returnHref: isReturn({ ...row, destinationHref }) ? destinationHref : null,
  }))
}

const waiting = prepared((db) =>
  db
    .select({
      id: outbox.id,
      url: calendars.url,
      uid: outbox.uid,
      recurrenceId: outbox.recurrenceId,
      href: outbox.href,
      operation: outbox.operation,
      groupId: outbox.groupId,
      destinationUrl: destinations.url,
      destinationHref: outbox.destinationHref,
      nextAttemptAt: outbox.nextAttemptAt,
      updatedAt: outbox.updatedAt,
      claimedUntil: outbox.claimedUntil,
      isSent: sql`${isSent}`.mapWith(Boolean),
    })
    .from(outbox)
    .leftJoin(calendars, eq(calendars.id, outbox.calendarId))
    .leftJoin(destinations, eq(destinations.id, outbox.destinationId))
    .where(eq(outbox.status, 'pending'))
    .orderBy(asc(outbox.id))
    .prepare(),
)

/** The leads that waiting rows follow. */
export async function selectLeads(db: Executor, waiting: readonly WaitingRow[]): Promise<GroupLead[]> {
  const groups = waiting.flatMap((row) => (isFollower(row) ? [row.groupId!] : []))
  if (groups.length === 0) return []
  const isLead = or(eq(outbox.operation, 'create'), isNotNull(outbox.destinationHref))
  const rows = await db
    .select({ groupId: outbox.groupId, status: outbox.status })
    .from(outbox)
    .where(and(inArray(outbox.groupId, groups), isLead))
  return rows.map(({ groupId, status }) => ({ groupId: groupId!, status }))
}

/** A queued write with what it needs; null: it is gone. */
export async function selectJob(db: Executor, id: number): Promise<Job | null> {
  const [found] = await jobById(db).execute({ id })
  return found ?? null
}

const selectJobs = (db: Executor) =>
  db
    .select({
      row: outbox,
      calendar: {
        id: calendars.id,
        url: calendars.url,
        ownerId: calendars.userId,
        isShared: calendars.isShared,
      },
      destination: {
        id: destinations.id,
        url: destinations.url,
        ownerId: destinations.userId,
        isShared: destinations.isShared,
      },
    })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .leftJoin(destinations, eq(destinations.id, outbox.destinationId))

const jobById = prepared((db) =>
  selectJobs(db)
    .where(eq(outbox.id, sql.placeholder('id')))
    .prepare(),
)

/** The delete that follows a move's create. */
export async function selectSiblingDelete(db: Executor, groupId: string): Promise<Job | null> {
  const [found] = await selectJobs(db).where(and(eq(outbox.groupId, groupId), eq(outbox.operation, 'delete')))
  return found ?? null
}
