import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../../platform/db/client'
import { itemMemories, listShares, lists } from '../../../platform/db/schema'
import { isListReader, shareOf } from '../../shared/lists'
import { type Memory, NO_MEMORY } from './stored'

interface ReadableMemory {
  memory: Memory
  isOfChores: boolean
  /** Something was added that is not counted yet. */
  isBehind: boolean
}

/** Of a list: something was added that is not counted yet. */
export const hasUncounted = sql<number>`exists (
  select 1 from list_items where list_items.list_id = ${lists.id} and list_items.uncounted > 0)`

/** The memories of the lists that a member may read now. */
export async function readableMemories(db: Executor, memberId: number): Promise<ReadableMemory[]> {
  const rows = await db
    .select({
      listId: lists.id,
      kind: lists.kind,
      memory: itemMemories,
      isBehind: hasUncounted,
    })
    .from(lists)
    .leftJoin(listShares, shareOf(memberId))
    .leftJoin(itemMemories, eq(itemMemories.listId, lists.id))
    .where(isListReader(memberId))
    .orderBy(asc(lists.id))
  return rows.map(({ listId, kind, memory, isBehind }) => ({
    memory: memory ?? { listId, ...NO_MEMORY },
    isOfChores: kind === 'chores',
    isBehind: Number(isBehind) === 1,
  }))
}

/** Locks lists, as every write to them does; in the order of their ids. Returns those that are still there. */
export async function lockLists(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: lists.id })
    .from(lists)
    .where(inArray(lists.id, [...ids]))
    .orderBy(asc(lists.id))
    .for('update')
  return rows.map(({ id }) => id)
}
