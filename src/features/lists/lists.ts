import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { FIRST_REVISION } from '../../platform/db/revision'
import { listItems, listNotices, listRanks, listShares, lists, members } from '../../platform/db/schema'
import { forbidden, notFound } from '../../platform/http-errors'
import type { KeyedRequest } from '../../platform/idempotency'
import {
  type CountedList,
  isListReader,
  type List,
  type ListContent,
  type ListRow,
  presentCountedList,
  presentList,
  selectCountedLists,
  shareOf,
} from '../shared/lists'
import type { ReadableList } from './access'
import { listDeleted, listUpdated } from './announcements'
import { lockList } from './locks'
import type { ListChange, NewList } from './model'
import { unassign } from './unassign'
import { writeAndTell } from './write-items'

const NO_ITEMS = { activeCount: 0, doneCount: 0 }

/**
 * The lists a member owns or is shared on, with the counts of their items: those that the member has placed in their
 * order, then the others, the oldest first.
 */
export async function readLists(ctx: Context, memberId: number) {
  const [found, ranks] = await Promise.all([
    selectCountedLists(ctx.db)
      .leftJoin(listShares, shareOf(memberId))
      .where(isListReader(memberId))
      .orderBy(asc(lists.id)),
    ctx.db.select().from(listRanks).where(eq(listRanks.userId, memberId)).orderBy(asc(listRanks.rank)),
  ])
  const places = new Map(ranks.map(({ listId }, place) => [listId, place]))
  const placeOf = ({ list }: { list: ListRow }) => places.get(list.id) ?? ranks.length
  const rankOf = ({ list }: { list: ListRow }) => ranks[placeOf({ list })]?.rank ?? null
  return found.map((one) => ({ ...one, rank: rankOf(one) })).sort((one, other) => placeOf(one) - placeOf(other))
}

/** What that depends on: the lists with their revisions and places. */
export async function readRevisions({ db }: Pick<Context, 'db'>, memberId: number): Promise<unknown> {
  return revisions(db).execute({ memberId })
}

/** Creates a list; a shared one is shared with every other member. @throws Refusal 422 for a key of another request */
export async function createList(
  ctx: Context,
  memberId: number,
  newList: NewList & Pick<ListChange, 'position'>,
  key: string | null,
): Promise<CountedList> {
  const { position = null, ...columns } = newList
  return writeList(ctx, { memberId, key, parts: ['add-list', newList] }, async (tx) => {
    if (columns.isShared) await lockHousehold(ctx, tx)
    const { list, readers } = await insertList(ctx, tx, memberId, columns)
    if (position !== null) await placeList(tx, memberId, list.id, position)
    return { list: presentCountedList(list, NO_ITEMS, position), readers }
  })
}

/** Inserts a list and its shares. A shared one needs the household's lock. */
export async function insertList(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  ownerId: number,
  columns: NewList,
): Promise<{ list: ListContent; readers: number[] }> {
  const sharees = columns.isShared ? await otherMembers(tx, ownerId) : []
  const values = { ownerId, ...columns, createdAt: now(), updatedAt: now() }
  const [inserted] = await tx
    .insert(lists)
    .values({ ...values, revision: sql`${FIRST_REVISION}` })
    .$returningId()
  const list = { id: inserted!.id, ...values }
  await addShares(tx, list.id, sharees)
  return { list, readers: [ownerId, ...sharees] }
}

/** Makes a list once under its key, and announces it with the commit. */
export async function writeList(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<{ list: CountedList; readers: number[] }>,
): Promise<CountedList> {
  const once = async (tx: Transaction) => {
    const { list, readers } = await write(tx)
    return { answer: list, news: [listUpdated(list, readers)] }
  }
  const retell = (list: CountedList, readers: readonly number[]) => [listUpdated(list, readers)]
  return writeAndTell(ctx, request, once, retell, ({ id }) => id)
}

/** What a change of a list is answered with, and those who lost it by that. */
interface ChangedList {
  list: List
  leaving: number[]
}

/**
 * Renames a list, says what it is and how it looks, shares it or makes it private; its place is the member's alone.
 * @throws Refusal 404, 403; 403 also for a sharee whose change names `isShared`, whatever the value; 422 for a key of
 * another request
 */
export async function changeList(
  ctx: Context,
  memberId: number,
  listId: number,
  change: ListChange,
  key: string | null,
): Promise<List> {
  const { position, ...ofAll } = change
  const isOfAll = Object.keys(ofAll).length > 0
  const newsOf = ({ list, leaving }: ChangedList, readers: readonly number[]) => {
    const left = leaving.filter((id) => !readers.includes(id))
    // A display may have shown what nobody else read; on a replay all may read it again.
    const isGone = ofAll.isShared === false && (left.length > 0 || leaving.length === 0)
    return [listUpdated(list, isOfAll ? readers : [memberId]), ...(isGone ? [listDeleted(list.id, left)] : [])]
  }
  const write = async (tx: Transaction) => {
    // The household is locked before the list, in the same order as when a member joins and gets shares.
    if (ofAll.isShared === true) await lockHousehold(ctx, tx)
    const found = await lockList(tx, memberId, listId)
    if (ofAll.isShared !== undefined && found.ownerId !== memberId) throw forbidden()
    if (isOfAll) {
      await tx
        .update(lists)
        .set({ ...ofAll, updatedAt: ctx.now() })
        .where(eq(lists.id, listId))
    }
    if (position !== undefined) await placeList(tx, memberId, listId, position)
    const [list] = await tx.select().from(lists).where(eq(lists.id, listId))
    if (list === undefined) throw notFound()
    const rank = position === undefined ? await readRank(tx, memberId, listId) : position
    const { readers, leaving } = await setSharing(tx, found, ofAll.isShared)
    const answer = { list: presentList(list, rank), leaving }
    return { answer, news: newsOf(answer, readers) }
  }
  const request = { memberId, key, parts: ['change-list', listId, change] }
  return (await writeAndTell(ctx, request, write, newsOf, () => listId)).list
}

/**
 * Deletes a list with its items and shares.
 * @throws Refusal 403 for everybody but the owner, 404, 422 for a key of another request
 */
export async function deleteList(ctx: Context, memberId: number, listId: number, key: string | null): Promise<void> {
  const newsOf = (readers: number[]) => [listDeleted(listId, readers)]
  const write = async (tx: Transaction) => {
    const { ownerId, readers } = await lockList(tx, memberId, listId)
    if (ownerId !== memberId) throw forbidden()
    await tx.delete(lists).where(eq(lists.id, listId))
    return { answer: readers, news: newsOf(readers) }
  }
  await writeAndTell(ctx, { memberId, key, parts: ['delete-list', listId] }, write, newsOf, () => listId)
}

/** Shares a list, makes it private, or leaves it as it is: who reads it from now on, and who does no more. */
async function setSharing(
  tx: Transaction,
  { listId, ownerId, readers }: ReadableList,
  isShared: boolean | undefined,
): Promise<{ readers: number[]; leaving: number[] }> {
  if (isShared === undefined) return { readers, leaving: [] }
  if (isShared) {
    const joining = (await otherMembers(tx, ownerId)).filter((id) => !readers.includes(id))
    await addShares(tx, listId, joining)
    return { readers: [...readers, ...joining], leaving: [] }
  }
  const leaving = readers.filter((id) => id !== ownerId)
  await tx.delete(listShares).where(eq(listShares.listId, listId))
  await tx.delete(listRanks).where(and(eq(listRanks.listId, listId), inArray(listRanks.userId, leaving)))
  await tx.delete(listNotices).where(and(eq(listNotices.listId, listId), inArray(listNotices.userId, leaving)))
  await unassign(tx, eq(listItems.listId, listId), leaving)
  return { readers: [ownerId], leaving }
}

/** Puts a list among those of a member; null: it stands after those that have a place. */
async function placeList(tx: Transaction, memberId: number, listId: number, rank: string | null): Promise<void> {
  if (rank === null) await tx.delete(listRanks).where(isPlace(memberId, listId))
  else await tx.insert(listRanks).values({ userId: memberId, listId, rank }).onDuplicateKeyUpdate({ set: { rank } })
}

async function readRank(tx: Transaction, memberId: number, listId: number): Promise<string | null> {
  const [place] = await tx.select({ rank: listRanks.rank }).from(listRanks).where(isPlace(memberId, listId))
  return place?.rank ?? null
}

const isPlace = (memberId: number, listId: number) => and(eq(listRanks.userId, memberId), eq(listRanks.listId, listId))

/** Everybody but the owner. Needs the household's lock: a member who joins meanwhile would get no share of this list. */
async function otherMembers(tx: Transaction, ownerId: number): Promise<number[]> {
  const rows = await tx.select({ id: members.id }).from(members).where(ne(members.id, ownerId)).orderBy(asc(members.id))
  return rows.map(({ id }) => id)
}

async function addShares(tx: Transaction, listId: number, memberIds: number[]) {
  if (memberIds.length === 0) return
  await tx.insert(listShares).values(memberIds.map((userId) => ({ listId, userId })))
}

const memberId = sql.placeholder('memberId')
const revisions = prepared((db) =>
  db
    .select({ id: lists.id, revision: lists.revision, rank: listRanks.rank })
    .from(lists)
    .leftJoin(listShares, shareOf(memberId))
    .leftJoin(listRanks, and(eq(listRanks.listId, lists.id), eq(listRanks.userId, memberId)))
    .where(isListReader(memberId))
    .orderBy(asc(lists.id))
    .prepare(),
)
