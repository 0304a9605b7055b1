import { eq, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { nextRevision } from '../../platform/db/revision'
import { listItems, listShares, lists } from '../../platform/db/schema'
import { RetryTransaction, sendWithBegin } from '../../platform/db/transaction'
import { notFound } from '../../platform/http-errors'
import {
  isList,
  isShareOfList,
  listById,
  READER_COLUMNS,
  type ReadableList,
  type ReaderRow,
  readableBy,
  readableByDisplay,
} from './access'
import type { ItemRow } from './present'

/** An item and its list, which is locked. */
export interface LockedItem {
  list: ReadableList
  item: ItemRow
}

/**
 * Finds a list and locks it until the transaction ends; its revision grows. Every write to a list, its items and its shares
 * takes this lock: ranks are computed one at a time, and the readers stay those who hear of the change.
 * @throws Refusal 404, 403, as `findList`
 */
export async function lockList(tx: Transaction, memberId: number, listId: number): Promise<ReadableList> {
  return readableBy(memberId, await lockRows(tx, listId))
}

/**
 * Finds an item and locks its list. The item itself is not locked first: a renumbering locks the list and then writes
 * its items, and two orders of locking would deadlock.
 * @throws Refusal 404, 403, as `findList`; RetryTransaction when the item was moved to another list while this waited
 */
export async function lockItem(tx: Transaction, memberId: number, itemId: number): Promise<LockedItem> {
  const rows = await lockedByItem(tx, itemId)
  return { list: readableBy(memberId, rows), item: itemIn(rows) }
}

/**
 * As `lockItem`, through a display.
 * @throws Refusal 404 for an item of a list that it does not show, or that is not shared any more; RetryTransaction as
 *   `lockItem`
 */
export async function lockItemOfDisplay(tx: Transaction, displayId: number, itemId: number): Promise<LockedItem> {
  const rows = await lockedByItem(tx, itemId)
  return { list: await readableByDisplay(tx, displayId, rows), item: itemIn(rows) }
}

// Sent along with the begin: a revision that has grown for nothing does no harm.
const reviseWhere = (db: Executor, revision: SQL<number>, condition: SQL) =>
  db.update(lists).set({ revision }).where(condition)

// `last_insert_id` tells what the revision was.
const reviseById = prepared((db) =>
  reviseWhere(db, nextRevision(sql`last_insert_id(${lists.revision})`), isList).prepare(),
)

// `last_insert_id` tells which row was written: by the time of the next statement the item may be in another list.
const reviseByItem = prepared((db) =>
  reviseWhere(
    db,
    sql<number>`if(last_insert_id(${lists.id}), ${nextRevision(lists.revision)}, 0)`,
    eq(lists.id, sql`(select list_id from list_items where id = ${sql.placeholder('itemId')})`),
  ).prepare(),
)

const listAndItemWhere = (db: Executor, condition: SQL) =>
  db
    .select({ ...READER_COLUMNS, item: listItems })
    .from(lists)
    .leftJoin(listShares, isShareOfList)
    .leftJoin(listItems, eq(listItems.id, sql.placeholder('itemId')))
    .where(condition)

/** A list's rows, each with an item of it. */
export const listAndItem = prepared((db) => listAndItemWhere(db, isList).prepare())

/** The same of the list that the statement before has revised. */
const revisedListAndItem = prepared((db) => listAndItemWhere(db, eq(lists.id, sql`last_insert_id()`)).prepare())

/** Locks a list as `lockList` does; its rows tell who may read it. */
async function lockRows(tx: Transaction, listId: number): Promise<ReaderRow[]> {
  return (await lockThen(tx, listId, () => listById(tx).execute({ listId }))).read
}

/** The same, for who reads more of it than its rows at once. `before`: the list's revision until now. */
export async function lockThen<Read>(
  tx: Transaction,
  listId: number,
  readIt: () => Promise<Read>,
): Promise<{ before: number; read: Read }> {
  sendWithBegin(tx)
  // The write locks the list, and a reading that begins after it sees what those before have committed.
  const [[{ insertId: before }], read] = await Promise.all([reviseById(tx).execute({ listId }), readIt()])
  return { before, read }
}

async function lockedByItem(tx: Transaction, itemId: number): Promise<ItemReaderRow[]> {
  sendWithBegin(tx)
  const [[{ affectedRows }], rows] = await Promise.all([
    reviseByItem(tx).execute({ itemId }),
    revisedListAndItem(tx).execute({ itemId }),
  ])
  if (affectedRows === 0) throw notFound()
  return rows
}

type ItemReaderRow = ReaderRow & { item: ItemRow | null }

function itemIn(rows: ItemReaderRow[]): ItemRow {
  const { listId, item } = rows[0]!
  if (item === null) throw notFound()
  if (item.listId !== listId) throw new RetryTransaction('the item was moved to another list')
  return item
}
