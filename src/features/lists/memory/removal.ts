import type { Transaction } from '../../../platform/db/client'
import { keyDigestOf } from './key-digest'
import { COUNTED_AT_ONCE, countAllAdditions } from './note'
import { findMemory, findRemembered, type RememberedByDigest, storeMemory } from './stored'

interface RemovedItem {
  text: string
  checked: boolean
  /** Of a ticked one when that was, unless it was changed since. */
  updatedAt: Date
}

/** Remembers items before they are removed from a locked list: that they were added, and when they were ticked. */
export async function noteRemoval(tx: Transaction, listId: number, items: readonly RemovedItem[]): Promise<void> {
  await countAllAdditions(tx, listId)
  const boughtAt = new Map<string, Date>()
  for (const { text, updatedAt } of items.filter(({ checked }) => checked)) {
    const digest = keyDigestOf(text)
    boughtAt.set(digest, later(boughtAt.get(digest) ?? null, updatedAt))
  }
  const digests = [...boughtAt.keys()]
  for (let start = 0; start < digests.length; start += COUNTED_AT_ONCE) {
    const before = await findRemembered(tx, listId, digests.slice(start, start + COUNTED_AT_ONCE))
    const after: RememberedByDigest = new Map()
    for (const [digest, one] of before) {
      after.set(digest, { ...one, boughtAt: later(one.boughtAt, boughtAt.get(digest)!) })
    }
    await storeMemory(tx, await findMemory(tx, listId), after)
  }
}

const later = (one: Date | null, other: Date) => new Date(Math.max(one?.getTime() ?? 0, other.getTime()))
