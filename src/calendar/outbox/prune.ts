import { and, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { outbox } from '../../platform/db/schema'
import { DAY_MS } from '../../platform/durations'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import { ENDED } from './states'

const KEPT_DAYS = 30

/**
 * Deletes rows that ended more than 30 days ago, at most a thousand; returns how many. The create of a move stays while
 * its delete waits: without it the delete could not know that the event stands elsewhere.
 */
export async function pruneOutbox(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)
  // MySQL does not delete from a table that a subquery reads, unless that is materialised first.
  const waitingGroups = sql`(select group_id from (select distinct group_id from outbox where status = 'pending' and group_id is not null) as waiting)`
  const isSettled = or(isNull(outbox.groupId), sql`${outbox.groupId} not in ${waitingGroups}`)
  const [{ affectedRows }] = await ctx.db
    .delete(outbox)
    .where(and(inArray(outbox.status, ENDED), lt(outbox.updatedAt, before), isSettled))
    .limit(PRUNED_AT_ONCE)
  return affectedRows
}
