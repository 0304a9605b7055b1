import { asc, eq } from 'drizzle-orm'
import { nextPoll } from '../../calendar/next-poll'
import { notDoneQuery } from '../../calendar/outbox/counts'
import type { State } from '../../calendar/outbox/states'
import { CALENDAR_AND_OWNER } from '../../household/calendars'
import { pauseOf } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { calendarCredentials, calendars, members, subscriptions } from '../../platform/db/schema'
import type { Queued, SyncHealth } from './model'

/**
 * How the synchronisation is doing: each account and each calendar with the last good time, the last failure in plain
 * words and the next try, and the queued writes by state.
 */
export async function readSyncHealth(ctx: Context): Promise<SyncHealth> {
  const now = ctx.now()
  const nextTryAt = (refusedUntil: Date | null) => nextPoll(now, pauseOf({ refusedUntil }, now)).toISOString()
  const [accounts, found, queued] = await Promise.all([readAccounts(ctx), readCalendars(ctx), notDoneQuery(ctx.db)])
  return {
    accounts: accounts.map(({ refusedUntil, ...account }) => ({
      ...account,
      lastPolledAt: account.lastPolledAt?.toISOString() ?? null,
      nextTryAt: nextTryAt(refusedUntil),
    })),
    calendars: found.map(({ refusedUntil, nextFetchAt, ...calendar }) => ({
      ...calendar,
      lastSyncedAt: calendar.lastSyncedAt?.toISOString() ?? null,
      nextTryAt: nextFetchAt?.toISOString() ?? nextTryAt(refusedUntil),
      outbox: countsOf(queued.filter((row) => row.calendarId === calendar.id)),
    })),
    outbox: countsOf(queued),
  }
}

async function readAccounts(ctx: Context) {
  return ctx.db
    .select({
      memberId: members.id,
      displayName: members.displayName,
      lastPolledAt: calendarCredentials.lastPolledAt,
      lastError: calendarCredentials.lastError,
      refusedUntil: calendarCredentials.refusedUntil,
    })
    .from(calendarCredentials)
    .innerJoin(members, eq(members.id, calendarCredentials.userId))
    .orderBy(asc(members.id))
}

async function readCalendars(ctx: Context) {
  return ctx.db
    .select({
      ...CALENDAR_AND_OWNER,
      lastSyncedAt: calendars.lastSyncedAt,
      lastError: calendars.lastError,
      skippedObjects: calendars.skippedObjects,
      refusedUntil: calendarCredentials.refusedUntil,
      nextFetchAt: subscriptions.nextFetchAt,
    })
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, calendars.userId))
    .leftJoin(subscriptions, eq(subscriptions.calendarId, calendars.id))
    .orderBy(asc(calendars.id))
}

function countsOf(rows: { status: State; rows: number }[]): Queued {
  const total = (state: State) => rows.filter((row) => row.status === state).reduce((sum, row) => sum + row.rows, 0)
  return { pending: total('pending'), failed: total('failed'), dead: total('dead') }
}
