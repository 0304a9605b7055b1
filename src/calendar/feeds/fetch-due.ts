import { asc } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { subscriptions } from '../../platform/db/schema'
import { describeError } from '../../platform/log'
import { mutexOf } from '../sync/keyed-mutex'
import type { FetchOptions } from './fetch'
import { isDue, take } from './lease'
import { refresh } from './refresh'

/** Of the process, at a time: each may hold an answer of 20 MiB. */
const AT_ONCE = 6
/** Of one member: feeds that hang hold up no one else's. */
const AT_ONCE_OF_MEMBER = 2

/**
 * Fetches every subscription that is due and that nobody fetches, and waits for them. One's failure is logged and does
 * not stop the rest.
 */
export async function fetchDue(ctx: Context, options: FetchOptions = {}): Promise<void> {
  const { id, userId, nextFetchAt } = subscriptions
  const due = await ctx.db.select({ id, userId }).from(subscriptions).where(isDue(ctx.now())).orderBy(asc(nextFetchAt))
  await Promise.all(due.map((row) => fetchInTurn(ctx, row, options)))
}

async function fetchInTurn(
  ctx: Context,
  { id, userId }: { id: number; userId: number },
  options: FetchOptions,
): Promise<void> {
  const locks = mutexOf(ctx)
  // Whoever has asked for it meanwhile is served by `fetchOne`, which looks once more at its end.
  if (locks.isLocked(`subscription:${id}`)) return
  const fetchNow = () => fetchOne(ctx, id, options)
  const inMembersTurn = () => locks.limit(`subscriptions:${userId}`, AT_ONCE_OF_MEMBER, inProcess)
  const inProcess = () => locks.limit('subscriptions', AT_ONCE, fetchNow)
  try {
    await locks.run(`subscription:${id}`, inMembersTurn)
  } catch (error) {
    ctx.log.error('subscription was not fetched', { subscriptionId: id, error: describeError(error) })
  }
}

/** Fetches a subscription for as long as it is due. */
async function fetchOne(ctx: Context, id: number, options: FetchOptions): Promise<void> {
  for (let leased = await take(ctx, id); leased !== null; leased = await take(ctx, id)) {
    await refresh(ctx, leased, options)
  }
}
