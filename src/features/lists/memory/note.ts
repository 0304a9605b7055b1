import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../platform/db/client'
import { listItems } from '../../../platform/db/schema'
import { keyDigestOf } from './key-digest'
import { type Addition, roundOf, withAddition } from './remembered'
import { findMemory, findRemembered, type Memory, type RememberedByDigest, storeMemory } from './stored'

/** Items that are counted in one go. */
export const COUNTED_AT_ONCE = 500

/**
 * Counts what was added to a locked list since it was last counted, at most `COUNTED_AT_ONCE` items. An addition costs
 * nothing for it: its item says that it is not counted. None counts twice, however often its request was sent, and none
 * is lost with the process. Returns whether more are left.
 */
export async function countAdditions(tx: Transaction, listId: number): Promise<boolean> {
  const { id, seriesId, text, section, amount, checked, uncounted, createdAt, updatedAt } = listItems
  const items = await tx
    .select({ id, seriesId, text, section, amount, checked, uncounted, createdAt, updatedAt })
    .from(listItems)
    .where(and(eq(listItems.listId, listId), gt(uncounted, 0)))
    .orderBy(asc(uncounted), asc(id))
    .limit(COUNTED_AT_ONCE)
  if (items.length === 0) return false
  // What came of ticking another was added by nobody.
  const byHand = items.filter((item) => item.seriesId === null || item.seriesId === item.id)
  const additions = byHand.map((item) => ({ ...item, times: item.uncounted, at: addedAt(item) }))
  await count(
    tx,
    await findMemory(tx, listId),
    additions.sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id),
  )
  await tx
    .update(listItems)
    .set({ uncounted: 0 })
    .where(
      inArray(
        listItems.id,
        items.map((item) => item.id),
      ),
    )
  return items.length === COUNTED_AT_ONCE
}

/** What joined an open item later did so at its last change; a ticked one was last changed by the tick. */
const addedAt = ({ checked, createdAt, updatedAt }: { checked: boolean; createdAt: Date; updatedAt: Date }) =>
  checked ? createdAt : updatedAt

/** Counts all that was added to a locked list. */
export async function countAllAdditions(tx: Transaction, listId: number): Promise<void> {
  while (await countAdditions(tx, listId));
}

async function count(tx: Transaction, memory: Memory, additions: readonly Addition[]): Promise<void> {
  const digests = additions.map(({ text }) => keyDigestOf(text))
  const before = digests.length === 0 ? new Map() : await findRemembered(tx, memory.listId, [...new Set(digests)])
  const after: RememberedByDigest = new Map()
  let { round, roundAt } = memory
  for (const [at, addition] of additions.entries()) {
    const digest = digests[at]!
    ;({ round, roundAt } = roundOf({ round, roundAt }, addition.at))
    after.set(digest, withAddition(after.get(digest) ?? before.get(digest) ?? null, addition, round))
  }
  await storeMemory(tx, { ...memory, round, roundAt }, after)
}
