import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { itemKey } from '../../household/shopping/item-key'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems, lists } from '../../platform/db/schema'
import { sectionOf, sectionsRemembered } from './memory'
import { digestOfKey, keyDigestOf } from './memory/key-digest'
import type { LastActive } from './placing'
import type { ItemRow } from './present'
import { setEach } from './set-each'

/** An item whose digest is stored. */
export type KnownItem = ItemRow & { keyDigest: string }

/** What a list and its household know of texts, by the digests of their keys. */
export interface Known {
  /** Unchecked items that say the same, in the list's order. */
  open: ReadonlyMap<string, readonly KnownItem[]>
  /** Where the household had it last. */
  sections: ReadonlyMap<string, string>
  /** Left out where it has not been read. */
  lastActive?: LastActive
}

interface Asked {
  memberId: number
  listId: number
}

/**
 * What is known of a text that a member adds to a locked list: all in one query, so that an addition which is read
 * takes no longer than another. Items that were written since somebody last asked get their digests now: asking again
 * costs only what is found.
 */
export async function knownOf(tx: Transaction, { memberId, listId }: Asked, text: string): Promise<Known> {
  const digest = keyDigestOf(text)
  const rows = await knownOfDigest(tx).execute({ memberId, listId, digest })
  const [{ section = null, last = null } = {}] = rows
  const ids = rows.flatMap(({ itemId }) => itemId ?? [])
  const items = ids.length === 0 ? [] : await tx.select().from(listItems).where(inArray(listItems.id, ids))
  const [lastId, lastRank] = last?.split(' ') ?? []
  return {
    open: await byDigest(tx, items, [digest]),
    sections: new Map(section === null ? [] : [[digest, section]]),
    lastActive: lastRank === undefined ? null : { id: Number(lastId), rank: lastRank },
  }
}

/** The same of many texts. */
export async function knownOfAll(
  tx: Transaction,
  { memberId, listId }: Asked,
  texts: readonly string[],
): Promise<Known> {
  const keys = [...new Set(texts.map(itemKey))]
  const digests = keys.map(digestOfKey)
  const items = await tx
    .select()
    .from(listItems)
    .where(and(eq(listItems.listId, listId), isOpenWith(inArray(listItems.keyDigest, digests))))
  const sections = await sectionsRemembered(tx, memberId, listId, keys)
  return {
    open: await byDigest(tx, items, digests),
    sections: new Map([...sections].map(([key, section]) => [digestOfKey(key), section])),
  }
}

async function byDigest(tx: Transaction, items: readonly ItemRow[], digests: readonly string[]) {
  const found = items.map((item) => ({ ...item, keyDigest: item.keyDigest ?? keyDigestOf(item.text) }))
  const isNew = (_item: unknown, index: number) => items[index]!.keyDigest === null
  await setEach(
    tx,
    listItems.keyDigest,
    found.filter(isNew).map(({ id, keyDigest }) => [id, keyDigest]),
  )
  const wanted = new Set(digests)
  return Map.groupBy(
    found.filter(({ keyDigest }) => wanted.has(keyDigest)).toSorted(inOrder),
    ({ keyDigest }) => keyDigest,
  )
}

const isOpenWith = (isOfDigest: SQL) => and(eq(listItems.checked, false), or(isOfDigest, isNull(listItems.keyDigest)))

/** Sorted here: the database would write them, with their texts, into a table on disk first. */
const inOrder = (one: ItemRow, other: ItemRow) =>
  one.rank === other.rank ? one.id - other.id : Number(one.rank > other.rank) || -1

/** One row for each item; where none is found, one without. Few columns: each costs as much as finding the row. */
const knownOfDigest = prepared((db: Executor) => {
  const [listId, memberId, keyDigest] = ['listId', 'memberId', 'digest'].map((name) => sql`${sql.placeholder(name)}`)
  const last = sql<string | null>`(select concat(active.id, ' ', active.${sql.identifier('rank')})
    from list_items as active where list_id = ${listId!} and checked = false
    order by active.${sql.identifier('rank')} desc, active.id desc limit 1)`
  return db
    .select({
      itemId: listItems.id,
      section: sectionOf(db, { listId: listId!, memberId: memberId!, keyDigest: keyDigest! }).as('remembered'),
      last: last.as('last'),
    })
    .from(lists)
    .leftJoin(listItems, and(eq(listItems.listId, lists.id), isOpenWith(sql`${listItems.keyDigest} = ${keyDigest}`)))
    .where(sql`${lists.id} = ${listId}`)
    .prepare()
})
