import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import type { EventRef } from '../event-ref'
import { concerning } from './event-rows'
import { isMove, isRestOfSplit, type Job, type OutboxRow, selectJob } from './jobs'
import { RELEASED } from './leases'
import { lockCalendars } from './lock'
import { removalOf } from './new-rows'
import { REASON, type Reason } from './reasons'
import type { Ended, Unmade } from './tell-ends'

/** What a write that is not made means for others: those behind it, and the other half of a group. */

/** The columns of a row that ends without being made. */
export function unmadeColumns({ status, reason, attemptCount }: Unmade): Partial<OutboxRow> {
  const { code: errorCode, error } = reason
  return { status, error, errorCode, ...(attemptCount === undefined ? {} : { attemptCount }) }
}

/** Fails the rows that cannot be done without this one. Returns them. */
export async function failDependents(ctx: Context, tx: Transaction, job: Job, cause: Reason): Promise<Ended[]> {
  const { row } = job
  const later = await tx
    .select()
    .from(outbox)
    .where(await isBehind(tx, job, { ...row, calendarId: null }))
  const siblings =
    row.groupId === null
      ? []
      : await tx
          .select()
          .from(outbox)
          .where(and(eq(outbox.groupId, row.groupId), ne(outbox.id, row.id), eq(outbox.status, 'pending')))
  const failed: Ended[] = []
  for (const [dependents, reason] of [
    [siblings, reasonOfSiblings(row, cause)],
    [later, REASON.earlier],
  ] as const) {
    for (const { id } of dependents) {
      const dependent = await selectJob(tx, id)
      if (dependent !== null) failed.push(...(await failWithDependents(ctx, tx, dependent, reason)))
    }
  }
  return failed
}

/** What follows the move of a meeting was asked for together with it, and fails for the same reason. */
function reasonOfSiblings(row: OutboxRow, cause: Reason): Reason {
  // What is gone has not stayed where it was.
  if (isMove(row) || cause === REASON.gone) return cause
  return row.operation === 'create' ? reasonWithoutCopy(row) : REASON.notMoved
}

/** Why a row whose lead was not made comes to nothing. */
export const reasonOfOrphan = (row: OutboxRow) =>
  row.operation === 'delete' ? reasonWithoutCopy(row) : REASON.notMoved

const reasonWithoutCopy = ({ range }: OutboxRow) => (range === 'thisAndFuture' ? REASON.notSplit : REASON.notCopied)

/**
 * When what was copied cannot be removed where it stood, the copy goes again: nothing may stand twice. A retry begins
 * with the copy anew.
 */
export async function takeCopyBack(ctx: Context, tx: Transaction, row: OutboxRow, end: Unmade): Promise<Ended[]> {
  if (!isRestOfSplit(row)) return []
  const isCopy = and(eq(outbox.groupId, row.groupId!), eq(outbox.operation, 'create'), eq(outbox.status, 'done'))
  const [found] = await tx.select({ id: outbox.id }).from(outbox).where(isCopy)
  const copy = found === undefined ? null : await selectJob(tx, found.id)
  if (copy === null) return []
  // Ids of rows grow in the order of commits.
  await lockCalendars(tx, [copy.calendar.id])
  await tx
    .update(outbox)
    .set({ ...unmadeColumns({ status: end.status, reason: end.reason }), updatedAt: ctx.now() })
    .where(eq(outbox.id, copy.row.id))
  const later = await failDependents(ctx, tx, copy, end.reason)
  await tx.insert(outbox).values(removalOf(ctx, copy.row))
  return [{ row: copy.row, end }, ...later]
}

/** Fails a pending row and those that cannot be done without it. Returns them. */
export async function failWithDependents(ctx: Context, tx: Transaction, job: Job, reason: Reason): Promise<Ended[]> {
  const end = { status: 'failed', reason } as const
  const [{ affectedRows }] = await tx
    .update(outbox)
    .set({ ...unmadeColumns(end), ...RELEASED, updatedAt: ctx.now() })
    .where(and(eq(outbox.id, job.row.id), eq(outbox.status, 'pending')))
  if (affectedRows === 0) return []
  const dependents = await failDependents(ctx, tx, job, reason)
  return [{ row: job.row, end }, ...dependents, ...(await takeCopyBack(ctx, tx, job.row, end))]
}

/** The pending rows behind this one that concern the event, whoever wrote them. */
export async function isBehind(tx: Transaction, { row, calendar, destination }: Job, event: EventRef) {
  const urls = destination === null ? [calendar.url] : [calendar.url, destination.url]
  const twins = await tx.select({ id: calendars.id }).from(calendars).where(inArray(calendars.url, urls))
  const ids = twins.map(({ id }) => id)
  return and(inArray(outbox.calendarId, ids), concerning(event), eq(outbox.status, 'pending'), gt(outbox.id, row.id))
}
