import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/db/client'
import { rememberedItems } from '../../../platform/db/schema'
import { inTransaction } from '../../../platform/db/transaction'
import { answerOnce } from '../../../platform/idempotency'
import { PRUNED_AT_ONCE } from '../../../platform/pruning'
import { findList } from '../access'
import { keyDigestOf } from './key-digest'
import { countAllAdditions } from './note'
import { lockLists, readableMemories } from './readable'
import { findMemory, storeMemory } from './stored'

/**
 * Forgets a text in all lists that a member may read, without a text all that these remember. What stands in the lists
 * stays. With a key it is done once: what was added since is not forgotten by a request that arrives again.
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export async function forget(
  ctx: Context,
  memberId: number,
  listId: number,
  text: string | null,
  key: string | null,
): Promise<void> {
  const request = { memberId, key, parts: ['forget', listId, text] }
  await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      await findList(tx, memberId, listId)
      const memories = await readableMemories(tx, memberId)
      const ids = await lockLists(
        tx,
        memories.map(({ memory }) => memory.listId),
      )
      for (const id of ids) await forgetIn(tx, id, text)
      return { ok: true }
    }),
  )
}

async function forgetIn(tx: Transaction, listId: number, text: string | null): Promise<void> {
  // What is counted already is not counted again.
  await countAllAdditions(tx, listId)
  await remove(tx, listId, text === null ? undefined : eq(rememberedItems.keyDigest, keyDigestOf(text)))
}

/** More than a household adds in years. */
const MAX_REMEMBERED = 50_000

/** Forgets what was not added for longest, where more is remembered than `most`; returns how much that was. */
export async function forgetOldest({ db }: Pick<Context, 'db'>, most = MAX_REMEMBERED): Promise<number> {
  const tooMany = (await db.$count(rememberedItems)) - most
  if (tooMany <= 0) return 0
  const { listId, keyDigest, lastAt } = rememberedItems
  const oldest = await db
    .select({ listId, keyDigest })
    .from(rememberedItems)
    .orderBy(asc(lastAt))
    .limit(Math.min(tooMany, PRUNED_AT_ONCE))
  const digests = Map.groupBy(oldest, (one) => one.listId)
  await inTransaction(db, async (tx) => {
    for (const id of await lockLists(tx, [...digests.keys()])) {
      const isOldest = inArray(
        keyDigest,
        digests.get(id)!.map((one) => one.keyDigest),
      )
      await remove(tx, id, isOldest)
    }
  })
  return oldest.length
}

async function remove(tx: Transaction, listId: number, condition: SQL | undefined): Promise<void> {
  const [{ affectedRows }] = await tx.delete(rememberedItems).where(and(eq(rememberedItems.listId, listId), condition))
  if (affectedRows === 0) return
  const memory = await findMemory(tx, listId)
  await storeMemory(tx, { ...memory, forgottenRevision: memory.revision + 1 }, new Map())
}
