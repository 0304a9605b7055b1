import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '../../../platform/db/client'
import { listItems } from '../../../platform/db/schema'

/** The ids of what came of ticking these items of a locked list and is untouched, so many at a time. */
export async function followersOf(
  tx: Transaction,
  listId: number,
  ids: ReadonlySet<number>,
  atOnce: number,
): Promise<number[][]> {
  const untouched = await tx
    .select({ id: listItems.id, followsId: listItems.followsId })
    .from(listItems)
    .where(and(eq(listItems.listId, listId), isNotNull(listItems.followsId)))
  const following = untouched.filter(({ followsId }) => ids.has(followsId!)).map(({ id }) => id)
  return Array.from({ length: Math.ceil(following.length / atOnce) }, (_, index) =>
    following.slice(index * atOnce, (index + 1) * atOnce),
  )
}
