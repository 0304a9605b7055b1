import { and, asc, eq, sql } from 'drizzle-orm'
import type { MySqlColumn } from 'drizzle-orm/mysql-core'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound } from '../../platform/http-errors'
import type { Announcement } from '../../platform/hub'
import { type KeyedRequest, writeOnce } from '../../platform/idempotency'
import { findList, lockList, lockListOfItem, readersOf } from './access'
import { itemAdded, itemDeleted, itemUpdated } from './announcements'
import type { Item, ItemChange, NewItem } from './model'
import { rankAfterActive } from './placing'
import { type ItemRow, presentItem } from './present'

/** A list's items by rank, then id. @throws Refusal 404, 403 */
export async function readItems(ctx: Context, memberId: number, listId: number): Promise<ItemRow[]> {
  await findList(ctx.db, memberId, listId)
  return itemsOf(ctx.db, listId)
}

/** The same of a list that was found already. */
export const itemsOf = (db: Executor, listId: number): Promise<ItemRow[]> =>
  db.select().from(listItems).where(eq(listItems.listId, listId)).orderBy(asc(listItems.rank), asc(listItems.id))

/**
 * Adds an item after the last unchecked one. With a key it is added once, however often the request is sent.
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export async function addItem(
  ctx: Context,
  memberId: number,
  listId: number,
  { text, clientId }: NewItem,
  key: string | null,
): Promise<Item> {
  return writeItem(ctx, { memberId, key, parts: ['add', listId, text, clientId] }, itemAdded, async (tx) => {
    const { readers } = await lockList(tx, memberId, listId)
    return { item: await insertActive(ctx, tx, listId, { text, clientId }), readers }
  })
}

/** Puts an item after the last unchecked one of a locked list. */
export async function insertActive(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  listId: number,
  { text, clientId }: NewItem,
): Promise<ItemRow> {
  const rank = await rankAfterActive(tx, listId)
  const now = ctx.now()
  const values = { listId, text, checked: false, rank, clientId, createdAt: now, updatedAt: now }
  const [{ insertId }] = await insertItem(tx).execute(values)
  return { id: insertId, ...values }
}

/**
 * Changes one thing of an item; the last write wins. An unchecked item goes after the last unchecked one.
 * @throws Refusal 404 for an item that is gone: a change never brings it back
 */
export async function changeItem(
  ctx: Context,
  memberId: number,
  itemId: number,
  change: ItemChange,
  key: string | null,
): Promise<Item> {
  return writeItem(ctx, { memberId, key, parts: ['change', itemId, change] }, itemUpdated, async (tx) => {
    const { listId, readers } = await lockListOfItem(tx, memberId, itemId)
    return { item: await updateItem(ctx, tx, { listId, itemId }, change), readers }
  })
}

/** Changes one thing of an item of a locked list. @throws Refusal 404 */
export async function updateItem(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  { listId, itemId }: { listId: number; itemId: number },
  change: ItemChange,
): Promise<ItemRow> {
  await applyChange(tx, change, { listId, itemId, now: ctx.now() })
  // Read after the write: a renumbering may have changed the rank, too.
  const [item] = await itemById(tx).execute({ itemId })
  if (item === undefined) throw notFound()
  return item
}

/** Removes an item. @throws Refusal 404, 403 */
export async function removeItem(ctx: Context, memberId: number, itemId: number): Promise<void> {
  const { listId, readers } = await inTransaction(ctx.db, async (tx) => {
    const found = await lockListOfItem(tx, memberId, itemId)
    const [{ affectedRows }] = await tx.delete(listItems).where(eq(listItems.id, itemId))
    // Somebody else removed it while this transaction waited for the list.
    if (affectedRows === 0) throw notFound()
    return found
  })
  ctx.hub.publish(itemDeleted(listId, itemId, readers))
}

/** Removes the checked items of a list. Returns their ids in the list's order. @throws Refusal 404, 403 */
export async function clearChecked(ctx: Context, memberId: number, listId: number): Promise<number[]> {
  const { ids, readers } = await inTransaction(ctx.db, async (tx) => {
    const { readers } = await lockList(tx, memberId, listId)
    const done = and(eq(listItems.listId, listId), eq(listItems.checked, true))
    const rows = await tx
      .select({ id: listItems.id })
      .from(listItems)
      .where(done)
      .orderBy(asc(listItems.rank), asc(listItems.id))
    await tx.delete(listItems).where(done)
    return { ids: rows.map(({ id }) => id), readers }
  })
  for (const id of ids) ctx.hub.publish(itemDeleted(listId, id, readers))
  return ids
}

async function writeItem(
  ctx: Context,
  request: KeyedRequest,
  announce: (item: Item, readers: readonly number[]) => Announcement<'list'>,
  write: (tx: Transaction) => Promise<{ item: ItemRow; readers: readonly number[] }>,
): Promise<Item> {
  const { answer, news } = await inTransaction(ctx.db, (tx) => {
    const writeAndTell = async () => {
      const { item, readers } = await write(tx)
      const answer = presentItem(item)
      return { answer, news: announce(answer, readers) }
    }
    const recall = async (answer: Item) => announce(answer, await readersOf(tx, answer.listId))
    return writeOnce(ctx, tx, request, writeAndTell, recall)
  })
  ctx.hub.publish(news)
  return answer
}

interface Changing {
  listId: number
  itemId: number
  now: Date
}

async function applyChange(tx: Transaction, change: ItemChange, { listId, itemId, now }: Changing): Promise<void> {
  if ('text' in change) {
    await setText(tx).execute({ itemId, now, text: change.text })
  } else if ('position' in change) {
    await setRank(tx).execute({ itemId, now, rank: change.position })
  } else if (change.checked) {
    await check(tx).execute({ itemId, now })
  } else {
    await uncheck(tx).execute({ itemId, now, rank: await rankAfterActive(tx, listId, itemId) })
  }
}

const given = (column: MySqlColumn, name: string) => sql`${sql.param(sql.placeholder(name), column)}`
const isItem = eq(listItems.id, sql.placeholder('itemId'))
const text = given(listItems.text, 'text')
const rank = given(listItems.rank, 'rank')
const updatedAt = given(listItems.updatedAt, 'now')

const itemById = prepared((db) => db.select().from(listItems).where(isItem).prepare())
const setText = prepared((db) => db.update(listItems).set({ text, updatedAt }).where(isItem).prepare())
const setRank = prepared((db) => db.update(listItems).set({ rank, updatedAt }).where(isItem).prepare())
const check = prepared((db) => db.update(listItems).set({ checked: true, updatedAt }).where(isItem).prepare())
const uncheck = prepared((db) => db.update(listItems).set({ checked: false, rank, updatedAt }).where(isItem).prepare())

const insertItem = prepared((db) =>
  db
    .insert(listItems)
    .values({
      listId: sql.placeholder('listId'),
      text: sql.placeholder('text'),
      checked: sql.placeholder('checked'),
      rank: sql.placeholder('rank'),
      clientId: sql.placeholder('clientId'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare(),
)
