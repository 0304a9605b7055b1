import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { Refusal } from '../../platform/http-errors'
import { isHeld } from './due'
import { holdOwnWrite } from './own-rows'
import type { OutboxRow } from './rows'
import { announceStatus, syncStatus } from './status'

/**
 * Forgets a member's write that is not done, as a whole where it is a move.
 * @throws Refusal 404, 409 while it is being sent, or a move is half done
 */
export async function discardWrite(ctx: Context, memberId: number, id: number): Promise<void> {
  const discarded = await inTransaction(ctx.db, async (tx) => {
    const rows = await holdOwnWrite(tx, memberId, id)
    if (await isBeingSent(ctx, tx, rows)) throw new Refusal(409, 'The change is being sent just now')
    const ids = rows.map((row) => row.id)
    await tx.delete(outbox).where(inArray(outbox.id, ids))
    return rows
  })
  for (const row of discarded) announceStatus(ctx, row, (await syncStatus(ctx, memberId, row.uid)).status)
  // What has waited behind it may go.
  ctx.signals.drain()
}

async function isBeingSent(ctx: Context, tx: Transaction, rows: readonly OutboxRow[]): Promise<boolean> {
  const now = ctx.now()
  if (rows.some((row) => isHeld(row, now))) return true
  const removal = rows.find((row) => row.status === 'pending' && row.operation === 'delete' && row.groupId !== null)
  if (removal === undefined) return false
  // With its copy made, an original that nobody removes any more would stand twice.
  const isCopyMade = and(
    eq(outbox.groupId, removal.groupId!),
    eq(outbox.operation, 'create'),
    eq(outbox.status, 'done'),
  )
  return (await tx.select({ id: outbox.id }).from(outbox).where(isCopyMade)).length > 0
}
