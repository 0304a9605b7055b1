import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { loadAccount } from '../../household/credentials'
import { farthestAhead } from '../../platform/clock-skew'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { DAY_MS, HOUR_MS } from '../../platform/durations'
import { CalDavError, type Connection, connect } from '../caldav/client'
import { spreadOf } from '../spread'
import type { Calendar } from './calendars'
import { type Deadline, inShares } from './deadline'
import { mutexOf } from './keyed-mutex'
import { Pass } from './pass'
import { listAll } from './remote-changes'
import { loadRemembered } from './skipped'

/** Pause after a calendar could not be read whole. */
const PAUSE_AFTER_FAILURE_MS = 6 * HOUR_MS

/**
 * Whether every object of a calendar is due to be read again: once a day, each calendar at another time of day. The
 * full pass finds what increments cannot: servers that forget changes, or keep an etag.
 */
export function isFullPassDue(
  { id, lastFullSyncAt, fullSyncFailedAt }: Pick<Calendar, 'id' | 'lastFullSyncAt' | 'fullSyncFailedAt'>,
  now: Date,
): boolean {
  // The first reading has not ended: it goes on with every poll.
  if (lastFullSyncAt === null) return false
  const sinceFailure = fullSyncFailedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - fullSyncFailedAt.getTime()
  if (sinceFailure >= 0 && sinceFailure < PAUSE_AFTER_FAILURE_MS) return false
  const offset = spreadOf(id) * DAY_MS
  const lastTime = now.getTime() - ((now.getTime() - offset) % DAY_MS)
  return lastFullSyncAt.getTime() < lastTime || lastFullSyncAt > farthestAhead(now, DAY_MS)
}

/**
 * Reads a member's due calendars whole, one calendar of the process at a time, while increments go on. Server failures
 * are logged and noted, not thrown.
 */
export function readInFull(ctx: Context, memberId: number, { deadlineMs }: Deadline): Promise<void> {
  return mutexOf(ctx).singleFlight(`full:${memberId}`, () =>
    mutexOf(ctx).run('full', async () => {
      const isOfMember = and(eq(calendars.userId, memberId), eq(calendars.source, 'caldav'))
      const isWell = and(
        isNull(calendars.lastError),
        isNull(calendars.missingSince),
        isNotNull(calendars.lastFullSyncAt),
      )
      const rows = await ctx.db.select().from(calendars).where(and(isOfMember, isWell))
      const due = rows.filter((row) => isFullPassDue(row, ctx.now()))
      const account = due.length === 0 ? null : await loadAccount(ctx, memberId)
      if (account === null) return
      await inShares(due, deadlineMs, (row, signal) => readCalendar(ctx, connect(ctx, account, { signal }), row))
    }),
  )
}

async function readCalendar(ctx: Context, connection: Connection, calendar: Calendar): Promise<void> {
  const atEnd = (shadowed: number) => ({
    lastFullSyncAt: ctx.now(),
    fullSyncPosition: null,
    fullSyncFailedAt: null,
    ...(shadowed > 0 ? { syncToken: null } : {}),
  })
  const onTheWay = (href: string) => ({ fullSyncPosition: href })
  try {
    const remembered = await loadRemembered(ctx.db, calendar)
    const facts = await listAll(ctx, connection, calendar)
    await new Pass(ctx, connection, calendar, facts, { remembered, atEnd, onTheWay }).run()
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    const { id } = calendar
    ctx.log.warn('calendar was not read in full', { calendarId: id, kind: error.kind, reason: error.message })
    if (error.kind === 'interrupted') return
    await ctx.db.update(calendars).set({ fullSyncFailedAt: ctx.now() }).where(eq(calendars.id, id))
  }
}
