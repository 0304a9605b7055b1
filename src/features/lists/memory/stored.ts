import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Executor, Transaction } from '../../../platform/db/client'
import { itemMemories, rememberedItems } from '../../../platform/db/schema'
import { replacementOf } from '../../../platform/db/upsert'
import type { Remembered } from './remembered'

export type Memory = typeof itemMemories.$inferSelect

/** What is remembered, by the digest of its key. */
export type RememberedByDigest = Map<string, Remembered>

export const NO_MEMORY = { revision: 0, forgottenRevision: 0, round: 0, roundAt: null }

/** How far the memory of a list has come; of one that has none, the beginning. */
export async function findMemory(db: Executor, listId: number): Promise<Memory> {
  const [row] = await db.select().from(itemMemories).where(eq(itemMemories.listId, listId))
  return row ?? { listId, ...NO_MEMORY }
}

/** What a list remembers of these texts, by the digests of their keys. */
export async function findRemembered(
  db: Executor,
  listId: number,
  digests: readonly string[],
): Promise<RememberedByDigest> {
  const { listId: list, keyDigest } = rememberedItems
  const rows = await db
    .select()
    .from(rememberedItems)
    .where(and(eq(list, listId), inArray(keyDigest, [...digests])))
  return new Map(rows.map((row) => [row.keyDigest, row]))
}

const { listId, keyDigest, ...REPLACED } = getTableColumns(rememberedItems)

/** Stores how a memory is now and what has changed in it. Its list is locked: revisions are seen in their order. */
export async function storeMemory(
  tx: Transaction,
  { listId, ...before }: Memory,
  changed: RememberedByDigest,
): Promise<void> {
  const memory = { ...before, revision: before.revision + 1 }
  await tx
    .insert(itemMemories)
    .values({ listId, ...memory })
    .onDuplicateKeyUpdate({ set: memory })
  if (changed.size === 0) return
  const rows = [...changed].map(([keyDigest, one]) => ({ ...one, listId, keyDigest, revision: memory.revision }))
  await tx
    .insert(rememberedItems)
    .values(rows)
    .onDuplicateKeyUpdate({ set: replacementOf(REPLACED) })
}
