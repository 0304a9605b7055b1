import { eq } from 'drizzle-orm'
import { noteUse } from '../../identity/note-use'
import { countUnknownToken } from '../../identity/unknown-tokens'
import type { Context } from '../../platform/context'
import { digestOfToken } from '../../platform/crypto/secret-token'
import { feeds } from '../../platform/db/schema'
import { MINUTE_MS } from '../../platform/durations'
import { notFound, Refusal } from '../../platform/http-errors'
import { LruCache } from '../../platform/lru'
import type { FeedRow } from './service'

const FILE = /^([A-Za-z0-9_-]{43})\.(ics|json)$/
/** Many times what the busiest of readers asks for. */
const MAX_PER_MINUTE = 600
/** Feeds whose readings are counted; more than any household has. */
const MAX_COUNTED = 1000

export type Format = 'ics' | 'json'

/** Finds feeds by the file that their address names. */
export function createAddresses(ctx: Context) {
  const reads = new LruCache<number, { since: number; count: number }>(MAX_COUNTED)

  /** @throws Refusal 429 */
  const limit = (feedId: number) => {
    const now = ctx.now().getTime()
    const known = reads.get(feedId)
    // The clock may have been set back since.
    const read = known !== undefined && Math.abs(now - known.since) < MINUTE_MS ? known : { since: now, count: 0 }
    read.count += 1
    reads.set(feedId, read, 1)
    if (read.count <= MAX_PER_MINUTE) return
    const seconds = Math.max(1, Math.ceil((read.since + MINUTE_MS - now) / 1000))
    throw new Refusal(429, 'This feed is read too often. Try again in a minute.', { 'retry-after': `${seconds}` })
  }

  return {
    /**
     * The feed of an address, and the format that is asked for; notes that it is read.
     * @param from the network address of whoever asks
     * @throws Refusal 404 for an address that is not good (any more), 429
     */
    async find(file: string, from: string): Promise<{ feed: FeedRow; format: Format }> {
      const [, token, format] = FILE.exec(file) ?? []
      const [feed] = await ctx.db
        .select()
        .from(feeds)
        .where(eq(feeds.tokenDigest, digestOfToken(token ?? file)))
      if (feed === undefined || format === undefined) {
        await countUnknownToken(ctx, 'feed', from)
        throw notFound()
      }
      limit(feed.id)
      await noteUse(ctx, feeds, feed, 'feed')
      return { feed, format: format as Format }
    },
  }
}
