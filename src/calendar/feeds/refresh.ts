import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { nextRevision } from '../../platform/db/revision'
import { calendars } from '../../platform/db/schema'
import { hasOtherRows } from '../sync/cached-events'
import { explainReason, FeedError } from './error'
import type { FetchOptions } from './fetch'
import { giveBack, type Leased, type Outcome, renew } from './lease'
import { digestOfAnswer, type Feed, readFeed } from './read'
import { boundedPause, HOLIDAYS_REFRESH_MINUTES, nextAttempt, nextFetch, nextTrial } from './schedule'
import { answerOf } from './source'
import { storeFeed } from './store'

type Subscription = Leased['subscription']
type Change = Outcome['subscription']

/** What a good answer has changed; null: it is the one that was stored last. */
interface Good {
  feed: Feed | null
  /** Columns of the subscription. */
  change: Change
  isChanged: boolean
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Fetches a leased subscription, brings the cache to what it holds, and notes how it went. A failure is noted and
 * changes no event. What nobody foresaw is thrown; the subscription is given back all the same.
 */
export async function refresh(ctx: Context, leased: Leased, options: FetchOptions = {}): Promise<void> {
  try {
    const good = await readAndStore(ctx, leased, options)
    await (good === null ? tryAgain(ctx, leased) : noteGood(ctx, leased, good))
  } catch (error) {
    if (error instanceof FeedError) return noteFailure(ctx, leased, error)
    // Else its lease runs out by itself: what has to be told is why it was not read.
    await tryAgain(ctx, leased).catch(() => {})
    throw error
  }
}

/** Gives it back unread. Some of its events may be stored by then, which nobody has been told. */
function tryAgain(ctx: Context, leased: Leased): Promise<void> {
  const failureCount = leased.subscription.failureCount + 1
  const next = nextTrial(leased.subscription.id, failureCount, ctx.now())
  return giveBack(ctx, leased, next, { subscription: { failureCount }, calendar: null, isNews: true })
}

/** Null: the subscription is gone or leads elsewhere by now, or others change the same again and again. @throws FeedError */
async function readAndStore(ctx: Context, leased: Leased, options: FetchOptions): Promise<Good | null> {
  const { subscription, calendar } = leased
  const answer = await answerOf(ctx, subscription, options)
  if (answer === null) return { feed: null, change: {}, isChanged: false }
  const { bytes, charset, etag, lastModified } = answer
  const change = { etag, lastModified, answerDigest: digestOfAnswer(bytes) }
  if (change.answerDigest === subscription.answerDigest) return { feed: null, change, isChanged: false }
  const feed = await readFeed(bytes, charset)
  await refuseFirstEmptiness(ctx, subscription, feed)
  const stored = await storeFeed(ctx, calendar, feed, () => renew(ctx, leased))
  if (stored === null) return null
  const { id, calendarId } = subscription
  ctx.log.info('subscription read', { subscriptionId: id, calendarId, ...stored })
  return { feed, change, isChanged: stored.stored + stored.removed > 0 }
}

/** Believes that a feed has become empty only when two answers in a row say so. @throws FeedError empty */
async function refuseFirstEmptiness(
  ctx: Context,
  { isEmptyOnce, calendarId }: Subscription,
  feed: Feed,
): Promise<void> {
  if (feed.objects.length + feed.broken.length > 0 || isEmptyOnce) return
  if (await hasOtherRows(ctx.db, calendarId, NONE)) throw new FeedError('empty')
}

async function noteGood(ctx: Context, leased: Leased, { feed, change, isChanged }: Good): Promise<void> {
  const { subscription, calendar } = leased
  const now = ctx.now()
  const refreshMinutes = refreshMinutesOf(subscription, feed)
  const next = nextFetch({ ...subscription, refreshMinutes }, now, subscription.sealedUrl === null)
  const good = {
    lastTriedAt: now,
    lastGoodAt: now,
    reason: null,
    failureCount: 0,
    retryAfter: null,
    isEmptyOnce: false,
  }
  const { name = null, color = null } = feed?.header ?? {}
  const noted = {
    subscription: { ...change, ...good, refreshMinutes },
    calendar: {
      lastSyncedAt: now,
      lastError: null,
      ...(name !== null && { displayName: sql`coalesce(${calendars.ownName}, ${name})` }),
      ...(color !== null && { color: sql`coalesce(${calendars.ownColor}, ${color})` }),
      ...(feed !== null && { revision: nextRevision(calendars.revision) }),
    },
  }
  const isNew = subscription.lastGoodAt === null || subscription.reason !== null
  const isRenamed =
    (name !== null && (calendar.ownName ?? name) !== calendar.displayName) ||
    (color !== null && (calendar.ownColor ?? color) !== calendar.color)
  await giveBack(ctx, leased, next, { ...noted, isNews: isChanged || isNew || isRenamed })
}

function refreshMinutesOf({ sealedUrl, refreshMinutes }: Subscription, feed: Feed | null): number | null {
  if (sealedUrl === null) return HOLIDAYS_REFRESH_MINUTES
  return feed === null ? refreshMinutes : feed.header.refreshMinutes
}

async function noteFailure(ctx: Context, leased: Leased, { reason, retryAfter }: FeedError): Promise<void> {
  const { subscription, calendar } = leased
  const now = ctx.now()
  const failureCount = subscription.failureCount + 1
  const pause = boundedPause(retryAfter, now)
  const next = nextAttempt(subscription.id, failureCount, pause, now)
  // Any other failure in between begins the count anew.
  const isEmptyOnce = reason === 'empty'
  const failure = { lastTriedAt: now, reason, failureCount, retryAfter: pause, isEmptyOnce }
  ctx.log.warn('subscription was not read', { subscriptionId: subscription.id, calendarId: calendar.id, reason })
  const noted = { subscription: failure, calendar: { lastError: explainReason(reason) } }
  await giveBack(ctx, leased, next, { ...noted, isNews: subscription.reason !== reason })
}
