import { asc, count, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { NOT_DONE } from './states'

/** Writes that are not done, by calendar and state: what is done is a month's, and most of all rows. */
export const notDoneQuery = (db: Executor) =>
  db
    .select({ calendarId: outbox.calendarId, status: outbox.status, rows: count() })
    .from(outbox)
    .where(inArray(outbox.status, NOT_DONE))
    .groupBy(outbox.calendarId, outbox.status)

/** All writes by state, from an index alone. */
export const countQuery = (db: Executor) =>
  db.select({ status: outbox.status, rows: count() }).from(outbox).groupBy(outbox.status)

/** When the oldest write that waits was queued; only what waits is read. */
export const oldestPendingQuery = (db: Executor) =>
  db
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.status, 'pending'))
    .orderBy(asc(outbox.createdAt))
    .limit(1)
