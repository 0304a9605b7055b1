import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { wholeEvent } from '../event-ref'
import { selectCached } from './cached-event'
import {
  endMoved,
  failDependents,
  failWithDependents,
  isBehind,
  letReturnsFollow,
  reasonOfOrphan,
  takeCopyBack,
  takeUnseenBack,
  unmadeColumns,
} from './dependents'
import { type Job, type OutboxRow, selectJob } from './jobs'
import { type Lease, leasedBy, RELEASED } from './leases'
import { REASON } from './reasons'
import { type End, type Ended, tellEnds, tellingEnds } from './tell-ends'

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
  return tellingEnds(ctx, (tx) => end(ctx, tx, lease, job, outcome))
}

/** `settle` for a write that is done, in a transaction of the caller, who notes what has ended after its commit. */
export async function settleDoneIn(ctx: Context, tx: Transaction, lease: Lease, job: Job): Promise<Ended[]> {
  const ended = await end(ctx, tx, lease, job, { status: 'done' })
  tellEnds(ctx, tx, ended)
  return ended
}

/** Ends a row together with what that means for the rows behind it; nothing when the lease was lost. */
async function end(ctx: Context, tx: Transaction, lease: Lease, job: Job, outcome: End): Promise<Ended[]> {
  if (!(await record(ctx, tx, lease, outcome))) return []
  const own: Ended = { row: job.row, end: outcome }
  if (outcome.status !== 'done') {
    const dependents = await failDependents(ctx, tx, job, outcome.reason)
    if (outcome.mayStand) await takeUnseenBack(ctx, tx, job.row)
    return [own, ...dependents, ...(await takeCopyBack(ctx, tx, job.row, outcome))]
  }
  await letReturnsFollow(tx, job.row)
  if (outcome.hasMoved) return [own, ...(await endMoved(ctx, tx, job.row))]
  if (leavesObject(job.row)) await handEtagOn(tx, job)
  return [own]
}

/** Whether a write leaves a changed object to the rows behind it. */
const leavesObject = ({ operation, range }: OutboxRow) =>
  operation === 'update' || (operation === 'delete' && range !== null)

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
    await tellingEnds(ctx, async (tx) => {
      const job = await selectJob(tx, rowId)
      if (job === null) return []
      return failWithDependents(ctx, tx, job, reasonOfOrphan(job.row))
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
    await tellingEnds(ctx, async (tx) => {
      const [{ affectedRows }] = await tx
        .update(outbox)
        .set({ ...columnsOf(end), ...RELEASED, updatedAt: ctx.now() })
        .where(isLost)
      return affectedRows > 0 ? [{ row, end }] : []
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
    default:
      return unmadeColumns(outcome)
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
