import { and, count, eq, inArray } from 'drizzle-orm'
import { farthestAhead } from '../../platform/clock-skew'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Executor, Transaction } from '../../platform/db/client'
import { type calendars, skippedObjects } from '../../platform/db/schema'
import { DAY_MS, HOUR_MS } from '../../platform/durations'
import type { ListedObject } from '../caldav/client'

/** An object that cannot be used. */
export interface Skipped {
  href: string
  etag: string | null
  reason: string
  /** True: the server did not return it, and may later. False: it is unusable until its etag changes. */
  isWithheld: boolean
}

/** An object that an earlier sync could not use. */
export interface Remembered {
  href: string
  etag: string | null
  attemptCount: number
  /** Null: not before it has another etag. */
  nextAttemptAt: Date | null
}

/** Attempts until the hourly ones become daily ones. */
const HOURLY_ATTEMPTS = 12
/** What the columns hold. */
const MAX = { etag: 512, reason: 255 }

/** When to ask again for an object after so many failures: at the next poll, hourly, daily. */
function nextAttempt(attemptCount: number, now: Date): Date {
  const pause = attemptCount === 1 ? 0 : attemptCount <= HOURLY_ATTEMPTS ? HOUR_MS : DAY_MS
  return new Date(now.getTime() + pause)
}

/** Whether the server had the object and did not hand it out. */
export const isAskedForAgain = ({ nextAttemptAt }: Remembered) => nextAttemptAt !== null

/** Whether it is time to ask again. */
export const isDue = ({ nextAttemptAt }: Remembered, now: Date): boolean =>
  nextAttemptAt !== null && (nextAttemptAt <= now || nextAttemptAt > farthestAhead(now, DAY_MS))

/** Whether to skip a listed object: it was useless with this etag, and it is not time to ask again. */
export function isStillUseless(
  { href, etag }: ListedObject,
  remembered: ReadonlyMap<string, Remembered>,
  now: Date,
): boolean {
  const before = remembered.get(href)
  return before !== undefined && before.etag === kept(etag) && !isDue(before, now)
}

/** What earlier readings of the calendar could not use, by href. */
export async function loadRemembered(
  db: Executor,
  { id, skippedObjects: count }: Pick<typeof calendars.$inferSelect, 'id' | 'skippedObjects'>,
): Promise<Map<string, Remembered>> {
  if (count === 0) return new Map()
  const { href, etag, attemptCount, nextAttemptAt } = skippedObjects
  const rows = await db
    .select({ href, etag, attemptCount, nextAttemptAt })
    .from(skippedObjects)
    .where(eq(skippedObjects.calendarId, id))
  return new Map(rows.map((row) => [row.href, row]))
}

/**
 * Remembers skipped objects and forgets settled ones; returns how many are remembered. The transaction must have locked
 * the calendar's row.
 */
export async function remember(
  tx: Transaction,
  calendarId: number,
  { skipped, settled, now }: { skipped: readonly Skipped[]; settled: readonly string[]; now: Date },
): Promise<number> {
  const ofCalendar = eq(skippedObjects.calendarId, calendarId)
  const at = (hrefs: readonly string[]) => and(ofCalendar, inArray(skippedObjects.hrefDigest, hrefs.map(sha256Hex)))
  if (settled.length > 0) await tx.delete(skippedObjects).where(at(settled))
  if (skipped.length > 0) {
    const before = await tx
      .select()
      .from(skippedObjects)
      .where(at(skipped.map(({ href }) => href)))
    const counts = new Map(before.map(({ href, etag, attemptCount }) => [JSON.stringify([href, etag]), attemptCount]))
    for (const { href, reason, isWithheld, ...object } of skipped) {
      const etag = kept(object.etag)
      const attemptCount = (counts.get(JSON.stringify([href, etag])) ?? 0) + 1
      const nextAttemptAt = isWithheld ? nextAttempt(attemptCount, now) : null
      const row = { href, etag, reason: reason.slice(0, MAX.reason), attemptCount, nextAttemptAt }
      await tx
        .insert(skippedObjects)
        .values({ calendarId, hrefDigest: sha256Hex(href), ...row })
        .onDuplicateKeyUpdate({ set: row })
    }
  }
  const [row] = await tx.select({ count: count() }).from(skippedObjects).where(ofCalendar)
  return row?.count ?? 0
}

const kept = (etag: string | null) => etag?.slice(0, MAX.etag) ?? null
