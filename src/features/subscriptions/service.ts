import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { calendarChanged } from '../../household/announcements'
import { openIdAmong, openingsOf } from '../../household/open-calendars'
import { changeOwnCalendarIn } from '../../household/own-calendars'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { seal } from '../../platform/crypto/seal'
import type { Executor, Transaction } from '../../platform/db/client'
import { FIRST_REVISION } from '../../platform/db/revision'
import { calendars, members, subscriptions } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, notFound, Refusal } from '../../platform/http-errors'
import { answerOnce, type KeyedRequest } from '../../platform/idempotency'
import { withoutAbsent } from '../shared/without-absent'
import type { NewSubscription, Subscription, SubscriptionChange } from './model'
import { type FoundSubscription, presentSubscription } from './present'
import { type CheckedSource, checkedSource, checkedUrl } from './source'

/** Of one member. */
const MAX_SUBSCRIPTIONS = 300

const SHOWN = { displayName: calendars.displayName, color: calendars.color, visibility: calendars.visibility }

/** The member's own, by id. */
export async function readSubscriptions({ db }: Context, memberId: number): Promise<Subscription[]> {
  const found = await select(db).where(eq(subscriptions.userId, memberId)).orderBy(asc(subscriptions.id))
  return found.map(presentSubscription)
}

function select(db: Executor) {
  return db
    .select({ subscription: subscriptions, calendar: SHOWN })
    .from(subscriptions)
    .innerJoin(calendars, eq(calendars.id, subscriptions.calendarId))
}

/** @throws Refusal 404, also for another member's */
async function findOwn(db: Executor, memberId: number, id: number): Promise<FoundSubscription> {
  const [found] = await select(db).where(and(eq(subscriptions.id, id), eq(subscriptions.userId, memberId)))
  if (found === undefined) throw notFound()
  return found
}

/**
 * Subscribes to a feed or to public holidays, and asks for the first fetch.
 * @throws Refusal 400, 409 beyond what one member may have, 422
 */
export async function subscribe(
  ctx: Context,
  memberId: number,
  body: NewSubscription,
  key: string | null,
): Promise<Subscription> {
  const source = checkedSource(ctx, body)
  const request = { memberId, key, parts: ['subscribe', body] }
  const subscription = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, () => insert(ctx, tx, memberId, source, body)),
  )
  ctx.signals.subscriptions()
  return subscription
}

async function insert(
  ctx: Context,
  tx: Transaction,
  memberId: number,
  { url, choice }: CheckedSource,
  { displayName, color, visibility }: NewSubscription,
): Promise<Subscription> {
  // Of two at once the second must see the first.
  const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for('update')
  if (member === undefined) throw new Refusal(422, 'The development user has no subscriptions')
  const [kept] = await tx.select({ rows: count() }).from(subscriptions).where(eq(subscriptions.userId, memberId))
  if ((kept?.rows ?? 0) >= MAX_SUBSCRIPTIONS) {
    throw new Refusal(409, `Nobody may have more than ${MAX_SUBSCRIPTIONS} subscriptions`)
  }
  const ownName = displayName ?? null
  const ownColor = color?.toUpperCase() ?? null
  const [calendar] = await tx
    .insert(calendars)
    .values({
      userId: memberId,
      source: url === null ? 'holidays' : 'feed',
      url: `subscription:${randomUUID()}`,
      displayName: ownName ?? (url === null ? choice.country : url.host),
      color: ownColor ?? member.color,
      ownName,
      ownColor,
      visibility,
      writable: false,
      revision: sql`${FIRST_REVISION}`,
    })
    .$returningId()
  const [row] = await tx
    .insert(subscriptions)
    .values({
      userId: memberId,
      calendarId: calendar!.id,
      ...(url === null ? choice : addressOf(ctx, memberId, url)),
      nextFetchAt: ctx.now(),
    })
    .$returningId()
  return presentSubscription(await findOwn(tx, memberId, row!.id))
}

const addressOf = ({ config }: Context, memberId: number, url: URL) => ({
  sealedUrl: seal(url.href, config.encryptionKey, memberId),
  origin: url.origin,
})

/** Changes what is given. Another address is fetched at once; until it has been read the events stay. @throws Refusal */
export async function changeSubscription(
  ctx: Context,
  memberId: number,
  id: number,
  { url: text, color, ...rest }: SubscriptionChange,
  key: string | null,
): Promise<Subscription> {
  const url = text === undefined ? null : checkedUrl(ctx, text)
  const { subscription } = await findOwn(ctx.db, memberId, id)
  if (url !== null && subscription.sealedUrl === null) throw badRequest('url: expected none for public holidays')
  const calendarChange = withoutAbsent({ ...rest, color: color?.toUpperCase() })
  await once(ctx, { memberId, key, parts: ['change subscription', id, text ?? null, calendarChange] }, async (tx) => {
    if (url !== null)
      await tx
        .update(subscriptions)
        .set(anew(ctx, memberId, url))
        .where(eq(subscriptions.id, id))
    if (Object.keys(calendarChange).length > 0) {
      await changeOwnCalendarIn(ctx, tx, memberId, subscription.calendarId, calendarChange)
    }
  })
  if (url !== null) ctx.signals.subscriptions()
  return presentSubscription(await findOwn(ctx.db, memberId, id))
}

/** The columns of another address: what the former server has said counts no more, and a fetch under way stores nothing. */
const anew = (ctx: Context, memberId: number, url: URL) => ({
  ...addressOf(ctx, memberId, url),
  etag: null,
  lastModified: null,
  answerDigest: null,
  isEmptyOnce: false,
  refreshMinutes: null,
  reason: null,
  lastTriedAt: null,
  failureCount: 0,
  retryAfter: null,
  leaseToken: null,
  leasedUntil: null,
  nextFetchAt: ctx.now(),
})

/** Ends a subscription; its cached events are gone with it. @throws Refusal 404 */
export async function unsubscribe(ctx: Context, memberId: number, id: number, key: string | null): Promise<void> {
  await once(ctx, { memberId, key, parts: ['unsubscribe', id] }, async (tx) => {
    const { subscription } = await findOwn(tx, memberId, id)
    const { calendarId } = subscription
    const openId = openIdAmong(await openingsOf(tx, memberId), calendarId)
    await tx.delete(calendars).where(eq(calendars.id, calendarId))
    announce(ctx, tx, calendarChanged(calendarId, [memberId], openId))
  })
}

/** Asks for a fetch now, or when its server wants to be asked again. @throws Refusal 404 */
export async function refreshSubscription(ctx: Context, memberId: number, id: number): Promise<void> {
  const { subscription } = await findOwn(ctx.db, memberId, id)
  const now = ctx.now()
  const { retryAfter } = subscription
  const nextFetchAt = retryAfter !== null && retryAfter > now ? retryAfter : now
  await ctx.db.update(subscriptions).set({ nextFetchAt }).where(eq(subscriptions.id, id))
  ctx.signals.subscriptions()
}

/** Does a write once under its key. @throws Refusal 422 for a key of another request */
async function once(ctx: Context, request: KeyedRequest, write: (tx: Transaction) => Promise<void>): Promise<void> {
  await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      await write(tx)
      return true
    }),
  )
}
