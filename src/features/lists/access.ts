import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { asJson } from '../../platform/db/json-row'
import { prepared } from '../../platform/db/prepared'
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
  /** As it is when the list is found: of a locked one, as it will be. */
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

/** @throws Refusal 404 for a list that the display does not show, or that is not shared any more */
export async function findListOfDisplay(db: Executor, displayId: number, listId: number): Promise<{ ownerId: number }> {
  const [row] = await db
    .select({ ownerId: lists.ownerId })
    .from(displayLists)
    .innerJoin(lists, and(eq(lists.id, displayLists.listId), eq(lists.isShared, true)))
    .where(and(eq(displayLists.displayId, displayId), eq(displayLists.listId, listId)))
  if (row === undefined) throw notFound()
  return row
}

const isListenedTo = sql`exists(select 1 from ${listNotices} where ${listNotices.listId} = ${lists.id})`.mapWith(
  Boolean,
)

/** A list, once for each who has a share of it. */
export interface ReaderRow {
  listId: number
  ownerId: number
  kind: ListRow['kind']
  shareeId: number | null
  isListenedTo: boolean
  revision: number
}

/** The columns of a `ReaderRow`. */
export const READER_COLUMNS = {
  listId: lists.id,
  ownerId: lists.ownerId,
  kind: lists.kind,
  shareeId: listShares.userId,
  isListenedTo,
  revision: lists.revision,
}

export const isList = eq(lists.id, sql.placeholder('listId'))
export const isShareOfList = eq(listShares.listId, lists.id)

/** A list and those who have a share of it. */
export const listById = prepared((db) =>
  db.select(READER_COLUMNS).from(lists).leftJoin(listShares, isShareOfList).where(isList).prepare(),
)

/** The values of a `ReaderRow` in one text. */
export const READER_AS_JSON = asJson(Object.values(READER_COLUMNS))

/** The row that such a text tells. Pure. @throws SyntaxError */
export function readerRowOfJson(json: string): ReaderRow {
  const [listId, ownerId, kind, shareeId, isListenedTo, revision] = JSON.parse(json)
  // MariaDB tells what `exists` gives as a text here.
  return { listId, ownerId, kind, shareeId, isListenedTo: Boolean(Number(isListenedTo)), revision }
}

/** @throws Refusal 404 for no list, 403 for one that the member may not read */
export function readableBy(memberId: number, rows: ReaderRow[]): ReadableList {
  const list = found(rows)
  if (!list.readers.includes(memberId)) throw forbidden()
  return list
}

/** @throws Refusal 404 for no list, and as `findListOfDisplay` */
export async function readableByDisplay(db: Executor, displayId: number, rows: ReaderRow[]): Promise<ReadableList> {
  const list = found(rows)
  await findListOfDisplay(db, displayId, list.listId)
  return list
}

/** @throws Refusal 404 for no list */
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
