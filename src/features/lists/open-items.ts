import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { itemKey } from '../../household/shopping/item-key'
import type { Executor, Transaction } from '../../platform/db/client'
import { jsonRow } from '../../platform/db/json-row'
import { prepared } from '../../platform/db/prepared'
import { listItems, listShares, lists, rememberedItems } from '../../platform/db/schema'
import { andUnionAll } from '../../platform/db/union-all'
import { isList, isShareOfList, READER_AS_JSON, type ReaderRow, readerRowOfJson } from './access'
import { endIn, endSelects, type ListEnd } from './list-end'
import { sectionsRemembered } from './memory'
import { digestOfKey, keyDigestOf } from './memory/key-digest'
import type { ItemRow } from './present'
import { setEach } from './set-each'
import { type UnionRow, unionRow } from './union-row'

/** An item whose digest is stored. */
export type KnownItem = ItemRow & { keyDigest: string }

/** What a list and its household know of texts, by the digests of their keys. */
export interface KnownTexts {
  /** Unchecked items that say the same, in the list's order. */
  open: ReadonlyMap<string, readonly KnownItem[]>
  /** Where the household had it last. */
  sections: ReadonlyMap<string, string>
}

/** The same of one text, and where the list ends. */
export type KnownOfText = KnownTexts & { end: ListEnd }

/** Who adds to which list. */
export interface Adder {
  /** Null: nobody, who hears of shared lists alone. */
  memberId: number | null
  listId: number
}

/** A text that is added, the digest of its key, and how much of it. */
export interface AddedText {
  text: string
  keyDigest: string
  amount: string | null
}

type Rows = readonly UnionRow[]

/** Asks who reads a list, what of it says a text, where lists have remembered that, and where the list ends. */
export const askOfText = (tx: Transaction, { listId }: Adder, { keyDigest }: AddedText): Promise<UnionRow[]> =>
  foundOfDigest(tx).execute({ listId, digest: keyDigest })

/** The same of a text that nothing there says, and a list whose end is known. */
export const askReadersAndSection = (tx: Transaction, { listId }: Adder, { keyDigest }: AddedText) =>
  readersAndSection(tx).execute({ listId, digest: keyDigest })

/** The readers that either has told. Pure. */
export const readersIn = (rows: Rows): ReaderRow[] => partOf(rows, 'reader').map(({ value }) => readerRowOfJson(value!))

/**
 * What `askOfText` has told. Items that were written since somebody last asked get their digests now: asking again costs
 * only what is found.
 */
export async function knownOfText(tx: Transaction, asked: Adder, added: AddedText, rows: Rows): Promise<KnownOfText> {
  const items = partOf(rows, 'open').map(({ value }) => itemRow.parse(value!))
  return {
    ...(await knownOfNew(tx, asked, added, rows, endIn(rows))),
    open: await byDigest(tx, items, [added.keyDigest]),
  }
}

/** What `askReadersAndSection` has told. */
export const knownOfNew = async (
  tx: Transaction,
  asked: Adder,
  added: AddedText,
  rows: Rows,
  end: ListEnd,
): Promise<KnownOfText> => ({
  open: new Map(),
  sections: await sectionAmong(tx, asked, added, partOf(rows, 'section')),
  end,
})

/** Of a text that an item says already. Pure. */
export const knownOfOpen = ({ keyDigest }: AddedText, item: ItemRow, end: ListEnd): KnownOfText => ({
  open: new Map([[keyDigest, [{ ...item, keyDigest }]]]),
  sections: new Map(),
  end,
})

const itemRow = jsonRow(listItems)

const partOf = (rows: Rows, part: Part) => rows.filter((row) => row.part === part)

/** What the list itself remembers counts most; which of the others may be heard is told by their owners and readers. */
async function sectionAmong(
  tx: Transaction,
  { memberId, listId }: Adder,
  { text, keyDigest }: AddedText,
  memories: Rows,
): Promise<KnownTexts['sections']> {
  if (memories.length === 0) return new Map()
  const own = memories.find(({ id }) => id === listId)
  if (own !== undefined) return new Map([[keyDigest, own.value!]])
  return byDigestOfKey(await sectionsRemembered(tx, memberId, listId, [itemKey(text)]))
}

const byDigestOfKey = (sections: ReadonlyMap<string, string>) =>
  new Map([...sections].map(([key, section]) => [digestOfKey(key), section]))

/** The same of many texts. */
export async function knownOfAll(
  tx: Transaction,
  { memberId, listId }: Adder,
  texts: readonly string[],
): Promise<KnownTexts> {
  const keys = [...new Set(texts.map(itemKey))]
  const digests = keys.map(digestOfKey)
  const items = await tx
    .select()
    .from(listItems)
    .where(and(eq(listItems.listId, listId), isOpenWith(inArray(listItems.keyDigest, digests))))
  const sections = await sectionsRemembered(tx, memberId, listId, keys)
  return {
    open: await byDigest(tx, items, digests),
    sections: byDigestOfKey(sections),
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

/** What a row of the query tells: who reads the list, an open item, a list's memory of the section, or where it ends. */
type Part = 'reader' | 'open' | 'section' | 'active' | 'all'

/**
 * Few columns: each costs as much as finding the row. A union, which takes half as long as values within one row. Items
 * come whole, so that nothing is asked again.
 */
const foundOfDigest = prepared((db: Executor) => {
  const isOfList = sql`${listItems.listId} = ${sql.placeholder('listId')}`
  const isOpen = and(isOfList, isOpenWith(sql`${listItems.keyDigest} = ${DIGEST}`))
  return db
    .select(unionRow('open', listItems.id, itemRow.select))
    .from(listItems)
    .where(andUnionAll(isOpen, selectReaders(db).where(isList), selectSection(db), ...endSelects(db, isOfList)))
    .prepare()
})

const readersAndSection = prepared((db: Executor) =>
  selectReaders(db)
    .where(andUnionAll(isList, selectSection(db)))
    .prepare(),
)

const DIGEST = sql`${sql.placeholder('digest')}`

const selectReaders = (db: Executor) =>
  db
    .select(unionRow('reader', lists.id, READER_AS_JSON))
    .from(lists)
    .leftJoin(listShares, isShareOfList)

const selectSection = (db: Executor) =>
  db
    .select(unionRow('section', rememberedItems.listId, rememberedItems.section))
    .from(rememberedItems)
    .where(and(sql`${rememberedItems.keyDigest} = ${DIGEST}`, isNotNull(rememberedItems.section)))
