import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import type { OutboxRow } from './jobs'
import type { Reason } from './reasons'
import { announceStatus } from './status'

/** How a row ended that was not made. */
export interface Unmade {
  status: 'failed' | 'dead'
  reason: Reason
  attemptCount?: number
  /** It was sent, and what has become of it was not seen. */
  mayStand?: boolean
}

/** How a row ended. */
export type End = { status: 'done'; hasMoved?: boolean } | Unmade

/** A row as it was before it ended. */
export interface Ended {
  row: OutboxRow
  end: End
}

/** Tells the authors of rows that the transaction has ended. */
export function tellEnds(ctx: Context, tx: Transaction, ended: readonly Ended[]): void {
  for (const { row, end } of ended) announceStatus(ctx, tx, row, end.status)
}

/**
 * Ends rows in a transaction, with what tells their authors. Lists those that have ended; none when another process was
 * faster.
 */
export async function tellingEnds(ctx: Context, end: (tx: Transaction) => Promise<Ended[]>): Promise<void> {
  const ended = await inTransaction(ctx.db, async (tx) => {
    const ended = await end(tx)
    tellEnds(ctx, tx, ended)
    return ended
  })
  noteEnds(ctx, ended)
}

/** Counts rows whose end is committed, and logs those that were given up. */
export function noteEnds(ctx: Context, ended: readonly Ended[]): void {
  for (const { row, end } of ended) {
    ctx.metrics.writes.inc({ outcome: end.status })
    if (end.status === 'done') continue
    const { id: outboxId, authorId: memberId } = row
    ctx.log.warn('a write was given up', { outboxId, memberId, status: end.status, reason: end.reason.code })
  }
}
