import { and, count, eq, inArray } from 'drizzle-orm'
import { nextPoll } from '../../calendar/next-poll'
import { NOT_DONE } from '../../calendar/outbox/states'
import { pauseOf } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { calendarCredentials, calendars, outbox } from '../../platform/db/schema'
import type { CalendarAccount } from './model'

type AccountRow = typeof calendarCredentials.$inferSelect

/** What the caller is told of their calendar account; null without one. Never the password. */
export async function readCalendarAccount(ctx: Context, memberId: number): Promise<CalendarAccount | null> {
  const [row] = await ctx.db.select().from(calendarCredentials).where(eq(calendarCredentials.userId, memberId))
  if (row === undefined) return null
  return {
    // One of both is there.
    username: row.calendarUsername ?? row.accountEmail ?? '',
    serverUrl: row.serverUrl,
    state: stateOf(row),
    reason: row.lastError,
    since: row.failingSince?.toISOString() ?? null,
    nextTryAt: nextPoll(ctx.now(), pauseOf(row, ctx.now())).toISOString(),
    waitingWrites: await countWaitingWrites(ctx, memberId),
  }
}

function stateOf({ refusals, lastError, lastPolledAt }: AccountRow): CalendarAccount['state'] {
  if (refusals > 0) return 'refused'
  if (lastError !== null) return 'failing'
  return lastPolledAt === null ? 'waiting' : 'ok'
}

/** The caller's own writes to calendars of this account that have not got there, and may not get there by themselves. */
async function countWaitingWrites(ctx: Context, memberId: number): Promise<number> {
  const [found] = await ctx.db
    .select({ rows: count() })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(and(eq(outbox.authorId, memberId), eq(calendars.userId, memberId), inArray(outbox.status, NOT_DONE)))
  return found?.rows ?? 0
}
