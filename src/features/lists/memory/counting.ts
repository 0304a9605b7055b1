import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import { listItems, lists } from '../../../platform/db/schema'
import { inTransaction } from '../../../platform/db/transaction'
import { createPruning } from '../../../platform/pruning'
import { readersOf } from '../access'
import { forgetOldest } from './forget'
import { COUNTED_AT_ONCE, countAdditions } from './note'
import { hasUncounted, lockLists } from './readable'

/** Counts what was added to a list, as far as one go takes it. Returns whether more is left. */
export function countListAdditions({ db }: Pick<Context, 'db'>, listId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [id] = await lockLists(tx, [listId])
    return id !== undefined && countAdditions(tx, id)
  })
}

/**
 * Counts what was added to a list before a member removes much of it, while more than one go is left: a transaction that
 * counted all of it would keep everybody else from the list.
 */
export async function countAhead(ctx: Pick<Context, 'db'>, memberId: number, listId: number): Promise<void> {
  if (!(await isMore(ctx, listId)) || !(await readersOf(ctx.db, listId)).includes(memberId)) return
  while (await countListAdditions(ctx, listId));
}

/** Whether more is not counted than one go counts. */
async function isMore({ db }: Pick<Context, 'db'>, listId: number): Promise<boolean> {
  const [one] = await db
    .select({ id: listItems.id })
    .from(listItems)
    .where(and(eq(listItems.listId, listId), gt(listItems.uncounted, 0)))
    .limit(1)
    .offset(COUNTED_AT_ONCE)
  return one !== undefined
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
      while (!isStopped() && (await countListAdditions(ctx, id)));
    }
    await prune()
  }
}
