import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../platform/context'
import { listNotices } from '../../../platform/db/schema'
import { inTransaction } from '../../../platform/db/transaction'
import { answerOnce, type KeyedRequest } from '../../../platform/idempotency'
import { findList } from '../access'
import { lockList } from '../locks'

export interface Notices {
  on: boolean
}

/** Whether a member wants to hear of what others add to a list. @throws Refusal 404, 403 */
export async function readNotices({ db }: Context, memberId: number, listId: number): Promise<Notices> {
  await findList(db, memberId, listId)
  const rows = await db.select({ listId: listNotices.listId }).from(listNotices).where(isTheirs(memberId, listId))
  return { on: rows.length > 0 }
}

/**
 * Turns it on or off. What was added before is told of no more.
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export function setNotices(
  ctx: Context,
  { memberId, key }: Omit<KeyedRequest, 'parts'>,
  listId: number,
  { on }: Notices,
): Promise<Notices> {
  const request = { memberId, key, parts: ['notices', listId, on] }
  return inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      await lockList(tx, memberId, listId)
      if (on) await tx.insert(listNotices).ignore().values({ listId, userId: memberId })
      else await tx.delete(listNotices).where(isTheirs(memberId, listId))
      return { on }
    }),
  )
}

const isTheirs = (memberId: number, listId: number) =>
  and(eq(listNotices.listId, listId), eq(listNotices.userId, memberId))
