import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { nextRevision } from '../../platform/db/revision'
import { displayLists, listNotices, listShares, lists } from '../../platform/db/schema'
import { forbidden, notFound } from '../../platform/http-errors'
import type { ListRow } from '../shared/lists'

/** A list as one of its readers finds it. */
export interface ReadableList {
  listId: number
  ownerId: number
  kind: ListRow['kind']
  /** The owner first, then everybody it is shared with. */
  readers: number[]
  /** Somebody wants to hear of what is added. */
  isListenedTo: boolean
  /** As it was when the list was found. */
  revision: number
}

/**
 * Finds a list through the member who asks.
 * @throws Refusal 404 when there is no such list, 403 when the member neither owns it nor is shared on it
 */
export async function findList(db: Executor, memberId: number, listId: number): Promise<ReadableList> {
  return readableBy(memberId, await listById(db).execute({ listId }))
}

/** The members who may read a list at this moment; none when the list is gone. */
export async function readersOf(db: Executor, listId: number): Promise<number[]> {
  return readersIn(await listById(db).execute({ listId }))
}

/**
 * Finds a list and locks it until the transaction ends; its revision grows. Every write to a list, its items and its shares
 * takes this lock: ranks are computed one at a time, and the readers stay those who hear of the change.
 * @throws Refusal 404, 403, as `findList`
 */
export async function lockList(tx: Transaction, memberId: number, listId: number): Promise<ReadableList> {
  return readableBy(memberId, await lockedById(tx, listId))
}

/**
 * Finds and locks the list of an item. The item itself is not locked first: a renumbering locks the list and then writes
 * its items, and two orders of locking would deadlock. While this waits for the list the item may be moved to another:
 * `findItem` looks.
 * @throws Refusal 404, 403, as `findList`
 */
export async function lockListOfItem(tx: Transaction, memberId: number, itemId: number): Promise<ReadableList> {
  return readableBy(memberId, await lockedOfItem(tx, itemId))
}

/**
 * Finds a list through a display, and locks it until the transaction ends.
 * @throws Refusal 404 for any that it does not show, or that is not shared any more
 */
export async function lockListOfDisplay(tx: Transaction, displayId: number, listId: number): Promise<ReadableList> {
  const list = found(await lockedById(tx, listId))
  await findListOfDisplay(tx, displayId, list.listId)
  return list
}

/** The same of an item's list. @throws Refusal 404 */
export async function lockItemOfDisplay(tx: Transaction, displayId: number, itemId: number): Promise<ReadableList> {
  const list = found(await lockedOfItem(tx, itemId))
  await findListOfDisplay(tx, displayId, list.listId)
  return list
}

/** @throws Refusal 404 for a list that the display does not show, or that is not shared any more */
export async function findListOfDisplay(db: Executor, displayId: number, listId: number): Promise<void> {
  const [row] = await db
    .select({ listId: lists.id })
    .from(displayLists)
    .innerJoin(lists, and(eq(lists.id, displayLists.listId), eq(lists.isShared, true)))
    .where(and(eq(displayLists.displayId, displayId), eq(displayLists.listId, listId)))
  if (row === undefined) throw notFound()
}

const isListenedTo = sql`exists(select 1 from ${listNotices} where ${listNotices.listId} = ${lists.id})`.mapWith(
  Boolean,
)

const selectList = (db: Executor, condition: SQL) =>
  db
    .select({
      listId: lists.id,
      ownerId: lists.ownerId,
      kind: lists.kind,
      shareeId: listShares.userId,
      isListenedTo,
      revision: lists.revision,
    })
    .from(lists)
    .leftJoin(listShares, eq(listShares.listId, lists.id))
    .where(condition)

const byId = eq(lists.id, sql.placeholder('listId'))
const byItem = eq(lists.id, sql`(select list_id from list_items where id = ${sql.placeholder('itemId')})`)

const listById = prepared((db) => selectList(db, byId).prepare())
const lockedListById = prepared((db) => selectList(db, byId).for('update').prepare())
const lockedListOfItem = prepared((db) => selectList(db, byItem).for('update').prepare())

const reviseList = (db: Executor, condition: SQL) =>
  db
    .update(lists)
    .set({ revision: nextRevision(lists.revision) })
    .where(condition)
const reviseById = prepared((db) => reviseList(db, byId).prepare())
const reviseOfItem = prepared((db) => reviseList(db, byItem).prepare())

// Sent at once: the second needs nothing of the first. Where a list may not be written the transaction is undone.
async function lockedById(tx: Transaction, listId: number): Promise<ReaderRow[]> {
  return (await Promise.all([lockedListById(tx).execute({ listId }), reviseById(tx).execute({ listId })]))[0]
}

async function lockedOfItem(tx: Transaction, itemId: number): Promise<ReaderRow[]> {
  return (await Promise.all([lockedListOfItem(tx).execute({ itemId }), reviseOfItem(tx).execute({ itemId })]))[0]
}

interface ReaderRow {
  listId: number
  ownerId: number
  kind: ListRow['kind']
  shareeId: number | null
  isListenedTo: boolean
  revision: number
}

function readableBy(memberId: number, rows: ReaderRow[]): ReadableList {
  const list = found(rows)
  if (!list.readers.includes(memberId)) throw forbidden()
  return list
}

function found(rows: ReaderRow[]): ReadableList {
  const [first] = rows
  if (first === undefined) throw notFound()
  const { listId, ownerId, kind, isListenedTo, revision } = first
  return { listId, ownerId, kind, readers: readersIn(rows), isListenedTo, revision }
}

function readersIn(rows: ReaderRow[]): number[] {
  const sharees = rows.flatMap(({ shareeId }) => (shareeId === null ? [] : [shareeId]))
  return [...rows.slice(0, 1).map(({ ownerId }) => ownerId), ...sharees]
}
