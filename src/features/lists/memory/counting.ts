import type { Context } from '../../../platform/context'
import { lists } from '../../../platform/db/schema'
import { inTransaction } from '../../../platform/db/transaction'
import { createPruning } from '../../../platform/pruning'
import { forgetOldest } from './forget'
import { countAdditions } from './note'
import { hasUncounted, lockLists } from './readable'

/** Counts what was added to a list, as far as one go takes it. Returns whether more is left. */
export function noteList({ db }: Pick<Context, 'db'>, listId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [id] = await lockLists(tx, [listId])
    return id !== undefined && countAdditions(tx, id)
  })
}

/**
 * Counts what was added to all lists, so that nobody who asks has to wait for it, and forgets the oldest of what is too
 * much.
 */
export function createAdditionCounting(ctx: Context, isStopped: () => boolean): () => Promise<void> {
  const prune = createPruning(ctx, { 'remembered items': forgetOldest })
  return async () => {
    const behind = await ctx.db.select({ id: lists.id }).from(lists).where(hasUncounted)
    for (const { id } of behind) {
      while (!isStopped() && (await noteList(ctx, id)));
    }
    await prune()
  }
}
