import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/db/client'
import { listItems } from '../../../platform/db/schema'
import { badRequest } from '../../../platform/http-errors'
import type { KeyedRequest } from '../../../platform/idempotency'
import type { ReadableList } from '../access'
import { itemAdded, itemDeleted } from '../announcements'
import { lockList } from '../locks'
import { countAhead, noteRemoval } from '../memory'
import { ranksAtEnd } from '../placing'
import { setEach } from '../set-each'
import { unassign } from '../unassign'
import { writeAndTell } from '../write-items'
import { followersOf } from './followers'
import { isTicked } from './ticked'

const ITEMS_PER_STATEMENT = 500

type Moved = { id: number; text: string }[]
type Readers = readonly number[]

/**
 * Moves what is ticked, or is of the items that are named, to the end of another list, in its order. It stays ticked. What is done of a chore that repeats
 * repeats no more there: the one that came after it stays, and goes on. Returns how many were moved.
 * @throws Refusal 404, 403 for either list, 400 for the same list, 422 for a key of another request
 */
export async function moveChecked(
  ctx: Context,
  { memberId, key }: Omit<KeyedRequest, 'parts'>,
  fromId: number,
  toId: number,
  itemIds?: readonly number[],
): Promise<number> {
  if (fromId === toId) throw badRequest('toListId: expected another list')
  await countAhead(ctx, memberId, fromId)
  const newsOf = ({ moved, left }: { moved: Moved; left: Readers }, readers: Readers) => [
    ...moved.map(({ id }) => itemDeleted(fromId, id, left)),
    ...moved.map(({ id, text }) => itemAdded({ id, listId: toId, text }, readers)),
  ]
  const write = async (tx: Transaction) => {
    const [from, to] = await lockBoth(tx, memberId, fromId, toId)
    const moved = await move(ctx, tx, from, to, isTicked(fromId, itemIds))
    const answer = { moved, left: from.readers }
    return { answer, news: newsOf(answer, to.readers) }
  }
  const request = { memberId, key, parts: ['move-checked', fromId, toId, ...(itemIds ? [itemIds] : [])] }
  return (await writeAndTell(ctx, request, write, newsOf, () => toId)).moved.length
}

/** The list with the lower id first, so that two who move in opposite directions do not wait for each other. */
async function lockBoth(
  tx: Transaction,
  memberId: number,
  fromId: number,
  toId: number,
): Promise<[from: ReadableList, to: ReadableList]> {
  const low = await lockList(tx, memberId, Math.min(fromId, toId))
  const high = await lockList(tx, memberId, Math.max(fromId, toId))
  return fromId < toId ? [low, high] : [high, low]
}

async function move(
  ctx: Context,
  tx: Transaction,
  { listId: fromId, readers: left }: ReadableList,
  { listId: toId, readers }: ReadableList,
  isMeant: SQL | undefined,
): Promise<Moved> {
  const items = await tx
    .select({ id: listItems.id, text: listItems.text, checked: listItems.checked, updatedAt: listItems.updatedAt })
    .from(listItems)
    .where(isMeant)
    .orderBy(asc(listItems.rank), asc(listItems.id))
  if (items.length === 0) return []
  // What they say stays with the list to which they were added: it may have been private.
  await noteRemoval(tx, fromId, items)
  await endSeries(tx, fromId, isMeant, new Set(items.map(({ id }) => id)))
  const ranks = await ranksAtEnd(tx, toId, items.length)
  await tx.update(listItems).set({ listId: toId, updatedAt: ctx.now() }).where(isMeant)
  await setEach(
    tx,
    listItems.rank,
    items.map(({ id }, index) => [id, ranks[index]!] as const),
  )
  const strangers = left.filter((id) => !readers.includes(id))
  await unassign(tx, eq(listItems.listId, toId), strangers)
  return items.map(({ id, text }) => ({ id, text }))
}

/** What was ticked and repeats does so no more, and what came after it is on its own. */
async function endSeries(
  tx: Transaction,
  listId: number,
  isMeant: SQL | undefined,
  ids: ReadonlySet<number>,
): Promise<void> {
  for (const some of await followersOf(tx, listId, ids, ITEMS_PER_STATEMENT)) {
    await tx.update(listItems).set({ followsId: null }).where(inArray(listItems.id, some))
  }
  await tx
    .update(listItems)
    .set({ recurrence: null, rotates: false, seriesId: null })
    .where(and(isMeant, isNotNull(listItems.seriesId)))
}
