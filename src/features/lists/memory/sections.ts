import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/db/client'
import { lists, rememberedItems } from '../../../platform/db/schema'
import { digestOfKey, keyDigestOf } from './key-digest'
import { countAllAdditions } from './note'
import { type Addition, withAddition } from './remembered'
import { findMemory, findRemembered, storeMemory } from './stored'

/**
 * The sections that texts had last in this list, else in another, by their keys (`itemKey`). What a private list remembers
 * stays among the private lists of its owner: a section of it never appears in a list that others read.
 * @param memberId who asks; null: nobody in particular
 */
export async function sectionsRemembered(
  tx: Transaction,
  memberId: number | null,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const digests = new Map(keys.map((key) => [digestOfKey(key), key]))
  const { where, order } = readable(inArray(rememberedItems.keyDigest, [...digests.keys()]), { listId, memberId })
  const rows = await tx
    .select({ keyDigest: rememberedItems.keyDigest, section: rememberedItems.section })
    .from(rememberedItems)
    .innerJoin(lists, isItsList)
    .where(where)
    .orderBy(...order)
  // What counts most comes first, and is written last.
  return new Map(rows.reverse().map(({ keyDigest, section }) => [digests.get(keyDigest)!, section!]))
}

/** Remembers where somebody has put what a text of a locked list says; null: it has no section any more. */
export async function rememberSection(
  tx: Transaction,
  item: Omit<Addition, 'times' | 'at'> & { listId: number; createdAt: Date },
  section: string | null,
): Promise<void> {
  const { listId } = item
  // What was added before has its say before.
  await countAllAdditions(tx, listId)
  const digest = keyDigestOf(item.text)
  const memory = await findMemory(tx, listId)
  const before = (await findRemembered(tx, listId, [digest])).get(digest)
  const remembered = before ?? withAddition(null, { ...item, section, times: 1, at: item.createdAt }, memory.round)
  await storeMemory(tx, memory, new Map([[digest, { ...remembered, section }]]))
}

const isItsList = eq(lists.id, rememberedItems.listId)

function readable(condition: SQL, { listId, memberId }: { listId: number; memberId: number | null }) {
  const isHere = eq(rememberedItems.listId, listId)
  const isPrivate = sql`exists (select 1 from lists as its where its.id = ${listId} and its.is_shared = false)`
  const isOwn = memberId === null ? undefined : and(eq(lists.ownerId, memberId), isPrivate)
  return {
    where: and(condition, isNotNull(rememberedItems.section), or(isHere, eq(lists.isShared, true), isOwn)),
    order: [desc(isHere), desc(rememberedItems.lastAt)],
  }
}
