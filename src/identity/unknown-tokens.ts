import { eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { sha256Hex } from '../platform/crypto/sha256'
import { unknownTokens } from '../platform/db/schema'
import { MINUTE_MS } from '../platform/durations'
import { Refusal } from '../platform/http-errors'
import { networkOf } from '../platform/net/address'
import { PRUNED_AT_ONCE } from '../platform/pruning'
import { secondsUntil } from './failure-window'

type Data = Pick<Context, 'db' | 'now'>

const WINDOW_MS = MINUTE_MS
const MAX_IN_WINDOW = 60

/**
 * Counts a token that was never given out, or is good no more, for the network it came from. Tokens cannot be guessed:
 * the count keeps those who try from asking the database all day, and no address ever shuts out a token that is good.
 * @throws Refusal 429 from the 61st within a minute on
 */
export async function countUnknownToken(ctx: Data, purpose: 'invitation' | 'feed', address: string): Promise<void> {
  const sourceDigest = sha256Hex(`${purpose}\0${networkOf(address)}`)
  const now = ctx.now()
  const windowStart = new Date(now.getTime() - WINDOW_MS)
  const isOver = sql`${unknownTokens.since} <= ${sql.param(windowStart, unknownTokens.since)}`
  await ctx.db
    .insert(unknownTokens)
    .values({ sourceDigest, count: 1, since: now })
    // The assignments are made in this order: the count still sees the earlier time.
    .onDuplicateKeyUpdate({
      set: {
        count: sql`if(${isOver}, 1, ${unknownTokens.count} + 1)`,
        since: sql`if(${isOver}, ${sql.param(now, unknownTokens.since)}, ${unknownTokens.since})`,
      },
    })
  const [row] = await ctx.db.select().from(unknownTokens).where(eq(unknownTokens.sourceDigest, sourceDigest))
  if (row === undefined) return
  if (row.count === 1)
    await ctx.db.delete(unknownTokens).where(lt(unknownTokens.since, windowStart)).limit(PRUNED_AT_ONCE)
  if (row.count <= MAX_IN_WINDOW) return
  throw new Refusal(429, 'Too many links that are good no more. Try again in a minute.', {
    'retry-after': `${secondsUntil(row.since.getTime() + WINDOW_MS, now)}`,
  })
}
