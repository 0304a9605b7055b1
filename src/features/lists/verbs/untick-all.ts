import { and, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/db/client'
import { listItems } from '../../../platform/db/schema'
import type { KeyedRequest } from '../../../platform/idempotency'
import { itemDeleted, itemUpdated } from '../announcements'
import { forgetCompleted } from '../completed'
import { lockList } from '../locks'
import { writeAndTell } from '../write-items'
import { followersOf } from './followers'
import { isTicked } from './ticked'

const IDS_PER_STATEMENT = 500

interface Unticked {
  ids: number[]
  /** What had come of their ticks, and is gone with them. */
  takenAway: number[]
}

/**
 * Takes the ticks of a list away, or of the items that are named; every item stays where it stands. What came after a chore goes along as long as nobody
 * has touched it, as with a single one. Returns how many were ticked.
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export async function untickAll(
  ctx: Context,
  { memberId, key }: Omit<KeyedRequest, 'parts'>,
  listId: number,
  itemIds?: readonly number[],
): Promise<number> {
  const newsOf = ({ ids, takenAway }: Unticked, readers: readonly number[]) => [
    ...ids.map((id) => itemUpdated({ id, listId }, readers)),
    ...takenAway.map((id) => itemDeleted(listId, id, readers)),
  ]
  const write = async (tx: Transaction) => {
    const { readers } = await lockList(tx, memberId, listId)
    const isMeant = isTicked(listId, itemIds)
    const ticked = await tx.select({ id: listItems.id }).from(listItems).where(isMeant)
    const ids = ticked.map(({ id }) => id)
    const takenAway = await takeBackAll(tx, listId, isMeant, new Set(ids))
    const undone = { checked: false, doneBy: null, doneAt: null, followsId: null }
    await tx
      .update(listItems)
      .set({ ...undone, updatedAt: ctx.now() })
      .where(isMeant)
    const answer = { ids, takenAway }
    return { answer, news: newsOf(answer, readers) }
  }
  const request = { memberId, key, parts: ['untick', listId, ...(itemIds ? [itemIds] : [])] }
  return (await writeAndTell(ctx, request, write, newsOf, () => listId)).ids.length
}

/** Returns the ids of what came after these items and is gone. */
async function takeBackAll(
  tx: Transaction,
  listId: number,
  isMeant: SQL | undefined,
  ids: ReadonlySet<number>,
): Promise<number[]> {
  const done = tx
    .select({ id: listItems.id })
    .from(listItems)
    .where(and(isMeant, isNotNull(listItems.doneAt)))
  await forgetCompleted(tx, (itemId) => inArray(itemId, done))
  const following = await followersOf(tx, listId, ids, IDS_PER_STATEMENT)
  for (const some of following) await tx.delete(listItems).where(inArray(listItems.id, some))
  return following.flat()
}
