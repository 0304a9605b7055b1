import { and, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import type { EventRef } from '../event-ref'
import { concerning } from './event-rows'
import {
  isMove,
  isOfSplit,
  isRestOfSplit,
  isReturn,
  type Job,
  type OutboxRow,
  selectJob,
  selectSiblingDelete,
  wasSent,
} from './jobs'
import { RELEASED } from './leases'
import { lockCalendars } from './lock'
import { removalOf, returnOf } from './new-rows'
import { REASON, type Reason } from './reasons'
import { NOT_DONE, UNMADE } from './states'
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
 * with the copy anew. Where the copy was moved on, what it has become goes: `original` is what stays.
 */
export async function takeCopyBack(
  ctx: Context,
  tx: Transaction,
  row: OutboxRow,
  end: Unmade,
  original = row,
): Promise<Ended[]> {
  if (row.operation !== 'delete' || row.groupId === null) return []
  const isCopy = and(eq(outbox.groupId, row.groupId), eq(outbox.operation, 'create'), eq(outbox.status, 'done'))
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
  const ended = [{ row: copy.row, end }, ...later]
  if (isRestOfSplit(row)) {
    await tx.insert(outbox).values(removalOf(ctx, copy.row))
    return ended
  }
  await redirectReturns(tx, copy.row, original)
  const onward = await selectOnward(tx, copy.row)
  if (onward === null) {
    await tx.insert(outbox).values(returnOf(ctx, copy.row, original))
    return ended
  }
  const unmade = { status: 'failed', reason: REASON.earlier } as const
  await tx
    .update(outbox)
    .set({ ...unmadeColumns(unmade), updatedAt: ctx.now() })
    .where(eq(outbox.id, onward.id))
  return [...ended, { row: onward, end: unmade }, ...(await takeCopyBack(ctx, tx, onward, unmade, original))]
}

/** The removal that was made when a copy was moved on. */
async function selectOnward(tx: Transaction, { calendarId, uid }: OutboxRow): Promise<OutboxRow | null> {
  if (calendarId === null) return null
  const isWhole = and(eq(outbox.operation, 'delete'), isNull(outbox.range), isNotNull(outbox.groupId))
  const [onward] = await tx
    .select()
    .from(outbox)
    .where(and(isAt(calendarId, uid), isWhole, eq(outbox.status, 'done')))
  return onward ?? null
}

const isAt = (calendarId: number, uid: string) => and(eq(outbox.calendarId, calendarId), eq(outbox.uid, uid))

type Place = Pick<OutboxRow, 'calendarId' | 'href'>

/** What takes copies of an event back looks for the event where it stands now; null: nowhere, nothing of it is to stay. */
async function redirectReturns(tx: Transaction, from: Place, to: Place | null): Promise<void> {
  if (from.calendarId === null) return
  const isOf = and(eq(outbox.destinationId, from.calendarId), eq(outbox.destinationHref, from.href))
  await tx
    .update(outbox)
    .set({ destinationId: to?.calendarId ?? null, destinationHref: to?.href ?? null })
    .where(and(eq(outbox.operation, 'delete'), inArray(outbox.status, NOT_DONE), isOf))
}

/** After the removal of a whole event: copies that are yet to be taken back stand beside what it has become. */
export async function letReturnsFollow(tx: Transaction, row: OutboxRow): Promise<void> {
  const { operation, range, groupId } = row
  if (operation !== 'delete' || range !== null || isReturn(row)) return
  const isCopy = groupId === null ? undefined : and(eq(outbox.groupId, groupId), eq(outbox.operation, 'create'))
  const [copy] = isCopy === undefined ? [] : await tx.select().from(outbox).where(isCopy)
  await redirectReturns(tx, row, copy ?? null)
  if (copy === undefined || row.calendarId === null) return
  // What could not be taken back has been moved on: that was asked for, and stays until its author decides.
  const { calendarId, uid, href } = copy
  const isReturnOf = and(
    isAt(row.calendarId, row.uid),
    eq(outbox.operation, 'delete'),
    isNotNull(outbox.destinationHref),
  )
  await tx
    .update(outbox)
    .set({ calendarId, uid, href, sourceObject: '' })
    .where(and(isReturnOf, inArray(outbox.status, UNMADE)))
}

/** The same for the copy of a whole event that was given up before anybody has seen whether it stands. */
export async function takeUnseenBack(ctx: Context, tx: Transaction, { id, groupId, operation }: OutboxRow) {
  if (operation !== 'create' || groupId === null) return
  const [copy, original] = [await selectJob(tx, id), await selectSiblingDelete(tx, groupId)]
  if (copy === null || original === null || !wasSent(copy) || isOfSplit(copy.row)) return
  await lockCalendars(tx, [copy.calendar.id])
  await tx.insert(outbox).values(returnOf(ctx, copy.row, original.row))
}

/** Ends a move whose removal was given up unseen, and made: the copy stands alone. */
export async function endMoved(ctx: Context, tx: Transaction, { authorId, uid }: OutboxRow): Promise<Ended[]> {
  const isUnmade = inArray(outbox.status, UNMADE)
  const isNamed = and(eq(outbox.authorId, authorId), eq(outbox.uid, uid))
  const isCopy = and(isNamed, eq(outbox.operation, 'create'), isNotNull(outbox.groupId), isUnmade)
  const [copy] = await tx.select({ groupId: outbox.groupId }).from(outbox).where(isCopy)
  if (copy === undefined) return []
  const isOfMove = and(eq(outbox.groupId, copy.groupId!), isUnmade)
  const rows = await tx.select().from(outbox).where(isOfMove)
  await tx.update(outbox).set({ status: 'done', error: null, errorCode: null, updatedAt: ctx.now() }).where(isOfMove)
  return rows.map((row) => ({ row, end: { status: 'done' } }))
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
