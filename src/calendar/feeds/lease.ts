import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { MySqlUpdateSetSource } from 'drizzle-orm/mysql-core'
import type { Context } from '../../platform/context'
import { hasCome } from '../../platform/db/has-come'
import { calendars, subscriptions } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS, MINUTE_MS } from '../../platform/durations'
import { announceTo, type Calendar } from '../sync/calendars'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** A subscription that nobody else fetches as long as the lease runs. */
export interface Leased {
  subscription: SubscriptionRow
  calendar: Calendar
  token: string
}

/** Longer than a fetch and the storing of a slice. */
const LEASE_MS = 3 * MINUTE_MS
/** Nothing is planned for later. */
const FARTHEST_MS = 60 * DAY_MS

const { id, nextFetchAt, leasedUntil, leaseToken } = subscriptions

/** Those whose time has come and whom nobody fetches. */
export function isDue(now: Date): SQL | undefined {
  const isFree = or(isNull(leasedUntil), hasCome(leasedUntil, now, LEASE_MS))
  return and(hasCome(nextFetchAt, now, FARTHEST_MS), isFree)
}

/** Takes a subscription that is due; null: it is not, another process has it, or it is gone. */
export async function take(ctx: Context, subscriptionId: number): Promise<Leased | null> {
  const token = ctx.leases.holder()
  const now = ctx.now()
  const [{ affectedRows }] = await ctx.db
    .update(subscriptions)
    .set({ leaseToken: token, leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(id, subscriptionId), isDue(now)))
  if (affectedRows === 0) return null
  const [row] = await ctx.db
    .select({ subscription: subscriptions, calendar: calendars })
    .from(subscriptions)
    .innerJoin(calendars, eq(calendars.id, subscriptions.calendarId))
    .where(and(eq(id, subscriptionId), eq(leaseToken, token)))
  return row === undefined ? null : { ...row, token }
}

/** Gives back what processes held that have ended: nobody waits for them. */
export async function releaseFeedsOf({ db }: Pick<Context, 'db'>, holders: readonly string[]): Promise<void> {
  await db
    .update(subscriptions)
    .set({ leaseToken: null, leasedUntil: null })
    .where(inArray(leaseToken, [...holders]))
}

const isHeld = ({ subscription, token }: Leased) => and(eq(id, subscription.id), eq(leaseToken, token))

/** Holds it for longer; false: it is another's by now, or gone, or leads elsewhere. */
export async function renew(ctx: Context, leased: Leased): Promise<boolean> {
  const until = new Date(ctx.now().getTime() + LEASE_MS)
  const [{ affectedRows }] = await ctx.db.update(subscriptions).set({ leasedUntil: until }).where(isHeld(leased))
  return affectedRows === 1
}

/** How a fetch went, as it is noted. */
export interface Outcome {
  subscription: Partial<typeof subscriptions.$inferInsert>
  /** Null: it stays as it is. */
  calendar: MySqlUpdateSetSource<typeof calendars> | null
  /** The calendar's readers are to look again. */
  isNews: boolean
}

/**
 * Notes how it went and gives it back, in one; who has asked for another fetch meanwhile gets it, but not before the server
 * will have it. Does nothing when it is another's by now, or gone, or leads elsewhere.
 */
export async function giveBack(ctx: Context, leased: Leased, next: Date, outcome: Outcome): Promise<void> {
  const before = sql.param(leased.subscription.nextFetchAt, nextFetchAt)
  const after = sql.param(next, nextFetchAt)
  const asked = sql`if(${nextFetchAt} = ${before}, ${after}, ${nextFetchAt})`
  const { retryAfter } = outcome.subscription
  await inTransaction(ctx.db, async (tx) => {
    const [{ affectedRows }] = await tx
      .update(subscriptions)
      .set({
        ...outcome.subscription,
        nextFetchAt: retryAfter ? sql`greatest(${asked}, ${sql.param(retryAfter, nextFetchAt)})` : asked,
        leaseToken: null,
        leasedUntil: null,
      })
      .where(isHeld(leased))
    if (affectedRows === 0) return
    if (outcome.calendar !== null) {
      await tx.update(calendars).set(outcome.calendar).where(eq(calendars.id, leased.calendar.id))
    }
    if (outcome.isNews) announceTo(ctx, tx, leased.calendar)
  })
}
