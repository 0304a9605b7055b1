import { afterAll, beforeAll } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { FetchOptions } from '../../../src/calendar/feeds/fetch'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import { seal } from '../../../src/platform/crypto/seal'
import { calendars, events, subscriptions } from '../../../src/platform/db/schema'
import { type Cast, type CastName, seatCast } from '../../support/cast'
import { type FeedServer, startFeedServer } from '../../support/feed-server'
import { type Household, openHousehold } from '../../support/household'

export const HOUR_MS = 60 * 60 * 1000

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** A household that may reach one server of feeds, and must not reach another. */
export class FeedStory {
  household!: Household
  cast!: Cast
  feeds!: FeedServer
  /** In the operator's own network, and not allowed. */
  inner!: FeedServer

  open() {
    beforeAll(async () => {
      ;[this.feeds, this.inner] = await Promise.all([startFeedServer(), startFeedServer()])
      this.household = await openHousehold({ env: { SUBSCRIPTIONS_ALLOW: this.feeds.host } })
      this.cast = await seatCast(this.household.ctx)
    })
    afterAll(() => Promise.all([this.feeds.stop(), this.inner.stop(), this.household.close()]))
  }

  get ctx() {
    return this.household.ctx
  }

  /** A new subscription, not fetched yet. */
  async subscribe(url: string, who: CastName = 'ben'): Promise<SubscriptionRow> {
    const { ctx } = this
    const userId = this.cast[who].id
    const shown = { displayName: 'Feed', color: '#000000', writable: false }
    const [calendar] = await ctx.db
      .insert(calendars)
      .values({ userId, source: 'feed', url: `subscription:${randomUUID()}`, ...shown })
      .$returningId()
    const sealedUrl = seal(url, ctx.config.encryptionKey, userId)
    const row = { userId, calendarId: calendar!.id, sealedUrl, origin: new URL(url).origin, nextFetchAt: ctx.now() }
    const [made] = await ctx.db.insert(subscriptions).values(row).$returningId()
    return this.row(made!.id)
  }

  async row(id: number): Promise<SubscriptionRow> {
    const [row] = await this.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id))
    return row!
  }

  /** Fetches this one, a moment later and whether it is due or not. */
  async fetch({ id }: SubscriptionRow, options: FetchOptions = {}): Promise<SubscriptionRow> {
    const { ctx } = this
    this.household.clock.advance(1)
    await ctx.db.update(subscriptions).set({ nextFetchAt: ctx.now() }).where(eq(subscriptions.id, id))
    await fetchDue(ctx, options)
    return this.row(id)
  }

  async titles({ calendarId }: SubscriptionRow): Promise<string[]> {
    const rows = await this.ctx.db
      .select({ title: events.title })
      .from(events)
      .where(eq(events.calendarId, calendarId))
      .orderBy(asc(events.title))
    return rows.map(({ title }) => title)
  }
}
