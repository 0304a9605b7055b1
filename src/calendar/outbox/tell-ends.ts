import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import type { OutboxRow } from './jobs'
import type { Reason } from './reasons'
import { announceStatus } from './status'

/** How a row ended that was not made. */
export type Unmade = { status: 'failed' | 'dead'; reason: Reason; attemptCount?: number }

/** How a row ended. */
export type End = { status: 'done' } | Unmade

/** A row as it was before it ended. */
export interface Ended {
  row: OutboxRow
  end: End
}

/** `telling` for an `end` that needs a transaction. */
export function tellingInTransaction(ctx: Context, end: (tx: Transaction) => Promise<Ended[]>): Promise<void> {
  return telling(ctx, (ended) =>
    inTransaction(ctx.db, async (tx) => {
      const now = await end(tx)
      ended.splice(0, ended.length, ...now)
      return true
    }),
  )
}

/**
 * Tells of the rows that `end` lists, unless it returns false. When the database's answer is lost they may have ended:
 * their authors hear of them all the same, since an announcement only makes clients look.
 */
export async function telling(ctx: Context, end: (ended: Ended[]) => Promise<boolean>): Promise<void> {
  const ended: Ended[] = []
  let isEnded: boolean
  try {
    isEnded = await end(ended)
  } catch (error) {
    announceEnds(ctx, ended)
    throw error
  }
  if (isEnded) tell(ctx, ended)
}

function tell(ctx: Context, ended: readonly Ended[]): void {
  for (const { row, end } of ended) {
    if (end.status === 'done') continue
    const { id: outboxId, authorId: memberId } = row
    ctx.log.warn('a write was given up', { outboxId, memberId, status: end.status, reason: end.reason.code })
  }
  announceEnds(ctx, ended)
}

function announceEnds(ctx: Context, ended: readonly Ended[]): void {
  for (const { row, end } of ended) announceStatus(ctx, row, end.status)
}
