import { and, eq, gt, inArray, or } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { Refusal } from '../../platform/http-errors'
import { eventOf } from '../event-ref'
import { isLeased } from './due'
import { concerning } from './event-rows'
import { isMove, type OutboxRow, wasSent } from './jobs'
import { lockOwnWrite } from './lock'
import { resumeReturns } from './new-rows'
import { announceStatus, syncStatus } from './status'

/**
 * Deletes a member's write that is not done, a move as a whole.
 * @throws Refusal 404, 409 while it is being sent, a move may be half done, or a removal waits for it
 */
export async function discardWrite(ctx: Context, memberId: number, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const rows = await lockOwnWrite(tx, memberId, id)
    if (await isBeingSent(ctx, tx, rows)) throw new Refusal(409, 'The change is being sent just now')
    if (await isWaitedFor(tx, rows)) throw new Refusal(409, 'A removal of the event waits for this change')
    const ids = rows.map((row) => row.id)
    await tx.delete(outbox).where(inArray(outbox.id, ids))
    await resumeReturns(tx, rows, ctx.now())
    for (const row of rows) {
      const { status } = await syncStatus({ db: tx }, memberId, { ...eventOf(row), calendarId: null })
      announceStatus(ctx, tx, row, status)
    }
  })
  // What has waited behind it may go.
  ctx.signals.drain()
}

async function isBeingSent(ctx: Context, tx: Transaction, rows: readonly OutboxRow[]): Promise<boolean> {
  const now = ctx.now()
  if (rows.some((row) => isLeased(row, now) || mayBeDone(row))) return true
  const removal = rows.find((row) => row.status === 'pending' && row.operation === 'delete' && row.groupId !== null)
  if (removal === undefined) return false
  // Beside its copy, an original that nobody removes any more would stand twice.
  const isCopyMade = and(
    eq(outbox.groupId, removal.groupId!),
    eq(outbox.operation, 'create'),
    eq(outbox.status, 'done'),
  )
  return (await tx.select({ id: outbox.id }).from(outbox).where(isCopyMade)).length > 0
}

/** Whether a removal is queued behind a move, in its new place: without the move it could not be made. */
async function isWaitedFor(tx: Transaction, rows: readonly OutboxRow[]): Promise<boolean> {
  const moving = rows.filter((row) => row.status === 'pending' && bringsElsewhere(row))
  if (moving.length === 0) return false
  const isOfEvent = or(...moving.map((row) => concerning({ ...row, calendarId: null })))
  const isBehind = and(isOfEvent, gt(outbox.id, rows.at(-1)!.id), eq(outbox.status, 'pending'))
  return (await tx.select({ id: outbox.id }).from(outbox).where(isBehind).limit(1)).length > 0
}

/** Whether the server has done the write, or may have moved the event. */
const mayBeDone = (row: OutboxRow) =>
  row.status === 'pending' && (row.confirmedAt !== null || (bringsElsewhere(row) && wasSent({ row })))

const bringsElsewhere = (row: OutboxRow) => isMove(row) || (row.operation === 'create' && row.groupId !== null)
