import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../../platform/db/client'
import { lists, rememberedItems } from '../../../platform/db/schema'
import { digestOfKey, keyDigestOf } from './key-digest'
import { noteAllAdditions } from './note'
import { type Addition, withAddition } from './remembered'
import { findMemory, findRemembered, storeMemory } from './stored'

/**
 * The sections that texts had last in this list, else in another, by their keys (`itemKey`). What a private list remembers
 * stays among the private lists of its owner: a section of it never appears in a list that others read.
 */
export async function sectionsRemembered(
  tx: Transaction,
  memberId: number,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const digests = new Map(keys.map((key) => [digestOfKey(key), key]))
  const rows = await sectionsWhere(tx, inArray(rememberedItems.keyDigest, [...digests.keys()]), {
    listId: sql`${listId}`,
    memberId: sql`${memberId}`,
  })
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
  await noteAllAdditions(tx, listId)
  const digest = keyDigestOf(item.text)
  const memory = await findMemory(tx, listId)
  const before = (await findRemembered(tx, listId, [digest])).get(digest)
  const remembered = before ?? withAddition(null, { ...item, section, times: 1, at: item.createdAt }, memory.round)
  await storeMemory(tx, memory, new Map([[digest, { ...remembered, section }]]))
}

/** The section of one text as a value of another query; what it is asked with are placeholders. */
export function sectionOf(
  db: Executor,
  { keyDigest, ...asked }: Record<'listId' | 'memberId' | 'keyDigest', SQL>,
): SQL<string | null> {
  const { where, order } = readable(sql`${rememberedItems.keyDigest} = ${keyDigest}`, asked)
  const query = db.select({ section: rememberedItems.section }).from(rememberedItems).innerJoin(lists, isItsList)
  return sql`${query
    .where(where)
    .orderBy(...order)
    .limit(1)}`
}

function sectionsWhere(db: Executor, condition: SQL, asked: Record<'listId' | 'memberId', SQL>) {
  const { where, order } = readable(condition, asked)
  return db
    .select({ keyDigest: rememberedItems.keyDigest, section: rememberedItems.section })
    .from(rememberedItems)
    .innerJoin(lists, isItsList)
    .where(where)
    .orderBy(...order)
}

const isItsList = eq(lists.id, rememberedItems.listId)

function readable(condition: SQL, { listId, memberId }: Record<'listId' | 'memberId', SQL>) {
  const isHere = sql`${rememberedItems.listId} = ${listId}`
  const isPrivate = sql`exists (select 1 from lists as its where its.id = ${listId} and its.is_shared = false)`
  const isOwn = and(sql`${lists.ownerId} = ${memberId}`, isPrivate)
  return {
    where: and(condition, isNotNull(rememberedItems.section), or(isHere, eq(lists.isShared, true), isOwn)),
    order: [desc(isHere), desc(rememberedItems.lastAt)],
  }
}
