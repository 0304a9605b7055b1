import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/db/client'
import { listAdditions, listNotices } from '../../../platform/db/schema'
import { MINUTE_MS } from '../../../platform/durations'
import type { ReadableList } from '../access'

/** From the first thing on, for which a notice waits to tell of all at once. */
const COLLECTED_MS = 2 * MINUTE_MS

/**
 * Notes what is new in a locked list, in its transaction, where somebody wants to hear of it.
 * @param by who has added it, and is not told; null: somebody at a display
 */
export async function noteAdditions(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  { listId, isListenedTo }: Pick<ReadableList, 'listId' | 'isListenedTo'>,
  by: number | null,
  items: readonly { id: number }[],
): Promise<void> {
  if (!isListenedTo || items.length === 0) return
  const addedAt = now()
  const values = items.map(({ id }) => ({ listId, itemId: id, userId: by, addedAt }))
  const [{ insertId: firstId }] = await tx.insert(listAdditions).values(values)
  const dueAt = new Date(addedAt.getTime() + COLLECTED_MS)
  // Rows that have a time are written, too: until the commit nobody may tell of what came before this.
  await tx
    .update(listNotices)
    .set({
      firstId: sql`coalesce(${listNotices.firstId}, ${firstId})`,
      dueAt: sql`coalesce(${listNotices.dueAt}, ${sql.param(dueAt, listNotices.dueAt)})`,
    })
    .where(and(eq(listNotices.listId, listId), by === null ? undefined : ne(listNotices.userId, by)))
}
