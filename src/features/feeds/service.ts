import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { digestOfToken, drawSeed, tokenOf } from '../../platform/crypto/secret-token'
import type { Executor } from '../../platform/db/client'
import { feedCalendars, feedLists, feeds } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, notFound } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import { refuseUnreadable } from './choice'
import type { Feed, NewFeed } from './model'

export type FeedRow = typeof feeds.$inferSelect

/** The feeds of a member, the oldest first. */
export async function readFeeds({ db }: Context, memberId: number): Promise<Feed[]> {
  const rows = await db.select().from(feeds).where(eq(feeds.memberId, memberId)).orderBy(asc(feeds.id))
  const choices = await choicesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentFeed(row, choices.of(row.id)))
}

/** What was chosen for each of these feeds, by id. */
export async function choicesOf(db: Executor, feedIds: readonly number[]) {
  const those = [...feedIds]
  const [calendars, lists] =
    those.length === 0
      ? [[], []]
      : await Promise.all([
          db.select().from(feedCalendars).where(inArray(feedCalendars.feedId, those)),
          db.select().from(feedLists).where(inArray(feedLists.feedId, those)),
        ])
  return {
    of: (feedId: number) => ({
      calendars: inOrder(calendars.flatMap((row) => (row.feedId === feedId ? row.calendarId : []))),
      lists: inOrder(lists.flatMap((row) => (row.feedId === feedId ? row.listId : []))),
    }),
  }
}

/**
 * Makes a feed and tells its token this once; the same request, sent again with its key, is told the same one.
 * @throws Refusal 400 for a feed of nothing, 404 for what the member may not read, 422
 */
export async function createFeed(
  ctx: Context,
  memberId: number,
  given: NewFeed,
  key: string | null,
): Promise<{ feed: Feed; token: string }> {
  const { detail = 'full', reminders = false, name = null } = given
  const choice = { calendars: inOrder(given.calendars), lists: inOrder(given.lists ?? []) }
  if (choice.calendars.length + choice.lists.length === 0) throw badRequest('calendars: expected one, or a list')
  const parts = ['POST /api/feeds', choice, detail, reminders, name]
  const { feed, seed } = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, { memberId, key, parts }, async () => {
      await refuseUnreadable(tx, memberId, choice)
      const seed = drawSeed()
      const tokenDigest = digestOfToken(tokenOf(seed, ctx.config.encryptionKey))
      const row = { memberId, name, detail, reminders, createdAt: ctx.now() }
      const [inserted] = await tx
        .insert(feeds)
        .values({ ...row, tokenDigest })
        .$returningId()
      const feedId = inserted!.id
      const calendars = choice.calendars.map((calendarId) => ({ feedId, calendarId }))
      const lists = choice.lists.map((listId) => ({ feedId, listId }))
      if (calendars.length > 0) await tx.insert(feedCalendars).values(calendars)
      if (lists.length > 0) await tx.insert(feedLists).values(lists)
      return { feed: presentFeed({ id: feedId, ...row, lastUsedAt: null }, choice), seed }
    }),
  )
  return { feed, token: tokenOf(seed, ctx.config.encryptionKey) }
}

/** Each once. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

/** Ends a feed: its address is dead at once. @throws Refusal 404, 422 for a key of another request */
export function revokeFeed(ctx: Context, memberId: number, id: number, key: string | null): Promise<{ id: number }> {
  const isOwn = and(eq(feeds.id, id), eq(feeds.memberId, memberId))
  const request = { memberId, key, parts: ['DELETE /api/feeds/:id', id] }
  return inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      const [{ affectedRows }] = await tx.delete(feeds).where(isOwn)
      if (affectedRows === 0) throw notFound()
      return { id }
    }),
  )
}

const presentFeed = (
  { id, name, detail, reminders, createdAt, lastUsedAt }: Omit<FeedRow, 'memberId' | 'tokenDigest'>,
  choice: { calendars: readonly number[]; lists: readonly number[] },
): Feed => ({
  id,
  name,
  calendars: [...choice.calendars],
  lists: [...choice.lists],
  detail,
  reminders,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
