import { and, eq, gt, inArray, isNull, lte, ne, not, or } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { calendars, outbox } from '../../platform/db/schema'
import { describeError } from '../../platform/log'
import { LEASE_MS, limitsAt } from './due'
import { inObject } from './event-rows'
import { isSent, type Job, wasSent } from './jobs'

const RENEW_EVERY_MS = 5_000

/** A row held by one drain of all processes on the database. */
export interface Lease {
  rowId: number
  /** The drain that holds it. */
  holder: string
  /** Stops renewing the lease; recording the outcome releases the row. */
  end(): void
}

/**
 * Leases a due, pending row that nobody holds, and renews the lease until `end`. Null when another drain was faster.
 * Should a lease run out under a living holder, the conditions of the requests (If-Match) keep the effect to one.
 */
export async function leaseRow(ctx: Context, rowId: number, holder: string): Promise<Lease | null> {
  const now = ctx.now()
  const [{ affectedRows }] = await ctx.db
    .update(outbox)
    .set({ claimedBy: holder, claimedUntil: leaseFrom(now) })
    .where(and(eq(outbox.id, rowId), eq(outbox.status, 'pending'), isFreeAt(now), isDueAt(now)))
  if (affectedRows === 0) return null
  const timer = setInterval(() => void renew(ctx, rowId, holder), RENEW_EVERY_MS)
  return { rowId, holder, end: () => clearInterval(timer) }
}

/** `isLeased` and `isDue`, said to the database. */
const isFreeAt = (now: Date) =>
  or(isNull(outbox.claimedUntil), lte(outbox.claimedUntil, now), gt(outbox.claimedUntil, limitsAt(now).claimedUntil))

function isDueAt(now: Date) {
  const limits = limitsAt(now)
  return or(
    lte(outbox.nextAttemptAt, now),
    gt(outbox.nextAttemptAt, limits.nextAttemptAt),
    gt(outbox.updatedAt, limits.updatedAt),
  )
}

/**
 * Whether another write of the object is being sent, or may have been: two occurrences stand in one object, and the
 * version that one of them is written onto would be gone with the other. To be asked with the lease in hand, so that of
 * two drains at least one knows.
 */
export async function isObjectTaken(ctx: Context, { row, calendar }: Job): Promise<boolean> {
  const isBeingSent = not(isFreeAt(ctx.now())!)
  const [other] = await ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(
        inObject(calendar.url, row.uid),
        eq(outbox.status, 'pending'),
        ne(outbox.id, row.id),
        wasSent({ row }) ? isBeingSent : or(isBeingSent, isSent),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Rows that are still leased under this lease: only the holder records anything. */
export const leasedBy = ({ rowId, holder }: Lease) => and(eq(outbox.id, rowId), eq(outbox.claimedBy, holder))

/** Columns of a row that nobody holds. */
export const RELEASED = { claimedBy: null, claimedUntil: null } as const

/** Gives a row back as it was. */
export async function release(ctx: Context, lease: Lease): Promise<void> {
  await ctx.db.update(outbox).set(RELEASED).where(leasedBy(lease))
}

/** Gives back what processes held that have ended: nobody waits for their leases to run out. */
export async function releaseWritesOf({ db }: Pick<Context, 'db'>, holders: readonly string[]): Promise<void> {
  await db
    .update(outbox)
    .set(RELEASED)
    .where(and(eq(outbox.status, 'pending'), inArray(outbox.claimedBy, [...holders])))
}

async function renew(ctx: Context, rowId: number, holder: string): Promise<void> {
  try {
    await ctx.db
      .update(outbox)
      .set({ claimedUntil: leaseFrom(ctx.now()) })
      .where(and(eq(outbox.id, rowId), eq(outbox.claimedBy, holder), eq(outbox.status, 'pending')))
  } catch (error) {
    ctx.log.warn('a lease in the outbox was not renewed', { outboxId: rowId, error: describeError(error) })
  }
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)
