import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { type EventRef, wholeEvent } from '../event-ref'
import { selectCached } from './cached-event'
import { concerning } from './event-rows'
import { isMove, type Job, type OutboxRow, selectJob } from './jobs'
import { type Lease, leasedBy, RELEASED } from './leases'
import { REASON, type Reason } from './reasons'
import { type End, type Ended, telling, tellingInTransaction } from './tell-ends'

/** What is recorded of a row after an attempt. */
export type Outcome =
  | End
  | {
      status: 'pending'
      attemptCount: number
      nextAttemptAt: Date
      /** True: the intent is forgotten, and the next attempt composes anew. */
      startsAnew: boolean
      /** When the server was known to have done it; only the cache has yet to follow. */
      confirmedAt?: Date
    }

/**
 * Records an attempt, with everything that follows for other rows, and tells the authors. Does nothing when the lease
 * was lost: another drain has taken over.
 */
export async function settle(ctx: Context, lease: Lease, job: Job, outcome: Outcome): Promise<void> {
  if (outcome.status === 'pending') {
    await record(ctx, ctx.db, lease, outcome)
    return
  }
  const own: Ended = { row: job.row, end: outcome }
  if (outcome.status === 'done' && job.row.operation !== 'update') {
    return telling(ctx, async (ended) => {
      ended.push(own)
      return record(ctx, ctx.db, lease, outcome)
    })
  }
  // In one transaction with what it means for the rows behind this one.
  return tellingInTransaction(ctx, async (tx) => {
    if (!(await record(ctx, tx, lease, outcome))) return []
    if (outcome.status !== 'done') return [own, ...(await failDependents(ctx, tx, job, outcome.reason))]
    await handEtagOn(tx, job)
    return [own]
  })
}

async function record(ctx: Context, db: Executor, lease: Lease, outcome: Outcome): Promise<boolean> {
  const [{ affectedRows }] = await db
    .update(outbox)
    .set({ ...columnsOf(outcome), ...RELEASED, updatedAt: ctx.now() })
    .where(and(leasedBy(lease), eq(outbox.status, 'pending')))
  return affectedRows > 0
}

/** Fails rows whose lead was not made; the events stay where they are. */
export async function failOrphaned(ctx: Context, rowIds: readonly number[]): Promise<void> {
  for (const rowId of rowIds) {
    await tellingInTransaction(ctx, async (tx) => {
      const job = await selectJob(tx, rowId)
      if (job === null) return []
      const reason = job.row.operation === 'delete' ? REASON.notCopied : REASON.notMoved
      return failWithDependents(ctx, tx, job, reason)
    })
  }
}

/** Ends rows whose calendar is gone: with it a removal has come true, and nothing else can be made. */
export async function endLost(ctx: Context, rowIds: readonly number[]): Promise<void> {
  for (const rowId of rowIds) {
    const isLost = and(eq(outbox.id, rowId), eq(outbox.status, 'pending'), isNull(outbox.calendarId))
    const [row] = await ctx.db.select().from(outbox).where(isLost)
    if (row === undefined) continue
    const end: End = row.operation === 'delete' ? { status: 'done' } : { status: 'failed', reason: REASON.calendarGone }
    await telling(ctx, async (ended) => {
      ended.push({ row, end })
      const [{ affectedRows }] = await ctx.db
        .update(outbox)
        .set({ ...columnsOf(end), ...RELEASED, updatedAt: ctx.now() })
        .where(isLost)
      return affectedRows > 0
    })
  }
}

function columnsOf(outcome: Outcome): Partial<OutboxRow> {
  switch (outcome.status) {
    case 'done':
      return { status: 'done', error: null, errorCode: null }
    case 'pending': {
      const { attemptCount, nextAttemptAt, startsAnew, confirmedAt } = outcome
      const sent = startsAnew ? { sentEtag: null, sentObject: null } : {}
      return { attemptCount, nextAttemptAt, ...sent, ...(confirmedAt === undefined ? {} : { confirmedAt }) }
    }
    default: {
      const { status, reason, attemptCount } = outcome
      const { code: errorCode, error } = reason
      return { status, error, errorCode, ...(attemptCount === undefined ? {} : { attemptCount }) }
    }
  }
}

/**
 * A delete behind this write holds the etag of before; with it, our own change would look like somebody else's. The
 * etag is that of the object, whichever occurrence was written.
 */
async function handEtagOn(tx: Transaction, job: Job): Promise<void> {
  const { row, calendar } = job
  const [sent] = await tx.select({ etag: outbox.sentEtag }).from(outbox).where(eq(outbox.id, row.id))
  const before = sent?.etag ?? null
  if (before === null) return
  const cached = await selectCached(tx, calendar, row.uid)
  if (cached === null) return
  await tx
    .update(outbox)
    .set({ etag: cached.etag })
    .where(and(await isBehind(tx, job, wholeEvent(row.uid)), eq(outbox.etag, before)))
}

/** Fails the rows that cannot be done without this one. Returns them. */
async function failDependents(ctx: Context, tx: Transaction, job: Job, cause: Reason): Promise<Ended[]> {
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
  if (isMove(row)) return cause
  return row.operation === 'create' ? REASON.notCopied : REASON.notMoved
}

async function failWithDependents(ctx: Context, tx: Transaction, job: Job, reason: Reason): Promise<Ended[]> {
  const end = { status: 'failed', reason } as const
  const [{ affectedRows }] = await tx
    .update(outbox)
    .set({ ...columnsOf(end), ...RELEASED, updatedAt: ctx.now() })
    .where(and(eq(outbox.id, job.row.id), eq(outbox.status, 'pending')))
  if (affectedRows === 0) return []
  return [{ row: job.row, end }, ...(await failDependents(ctx, tx, job, reason))]
}

/** The pending rows behind this one that concern the event, whoever wrote them. */
async function isBehind(tx: Transaction, { row, calendar, destination }: Job, event: EventRef) {
  const urls = destination === null ? [calendar.url] : [calendar.url, destination.url]
  const twins = await tx.select({ id: calendars.id }).from(calendars).where(inArray(calendars.url, urls))
  const ids = twins.map(({ id }) => id)
  return and(inArray(outbox.calendarId, ids), concerning(event), eq(outbox.status, 'pending'), gt(outbox.id, row.id))
}
