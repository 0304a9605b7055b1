import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { apiTokens, feeds } from '../platform/db/schema'
import { MINUTE_MS } from '../platform/durations'
import { describeError } from '../platform/log'

/** How exactly it is known when something was last used. */
const NOTED_EVERY_MS = MINUTE_MS

/** Notes that a token or a feed is used; it is used all the same when that fails. `kind` names it in the log. */
export async function noteUse(
  ctx: Context,
  table: typeof apiTokens | typeof feeds,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date | null },
  kind: 'token' | 'feed',
): Promise<void> {
  const now = ctx.now()
  const dueBefore = new Date(now.getTime() - NOTED_EVERY_MS)
  if (lastUsedAt !== null && lastUsedAt > dueBefore) return
  const isDue = or(isNull(table.lastUsedAt), lte(table.lastUsedAt, dueBefore))
  try {
    await ctx.db
      .update(table)
      .set({ lastUsedAt: now })
      .where(and(eq(table.id, id), isDue))
  } catch (error) {
    ctx.log.warn(`the use of a ${kind} was not noted`, { [`${kind}Id`]: id, error: describeError(error) })
  }
}
