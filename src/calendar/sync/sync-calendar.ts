import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { CalDavError, type Connection, explain, type RemoteCalendar } from '../caldav/client'
import type { CalendarChange } from './apply'
import { type Calendar, loadCalendar } from './calendars'
import { mutexOf } from './keyed-mutex'
import { Pass } from './pass'
import { type Facts, findChanges, isUnchanged } from './remote-changes'
import { isDue, loadRemembered } from './skipped'

const ATTEMPTS = 3
/** What the columns hold. */
const MAX = { ctag: 512, syncToken: 2048 }

/**
 * Brings one cached calendar up to date with the server. A failure is noted in the calendar's row and changes no event.
 * @throws CalDavError
 */
export function syncOne(ctx: Context, connection: Connection, id: number, remote: RemoteCalendar): Promise<void> {
  return mutexOf(ctx).run(`calendar:${id}`, async () => {
    try {
      await attempt(ctx, connection, id, remote)
    } catch (error) {
      if (error instanceof CalDavError) await noteFailure(ctx, id, error)
      throw error
    }
  })
}

async function attempt(ctx: Context, connection: Connection, id: number, remote: RemoteCalendar): Promise<void> {
  let trustsTags = true
  for (let count = 1; count <= ATTEMPTS; count++) {
    const calendar = await loadCalendar(ctx, id)
    if (calendar === null) return
    const remembered = await loadRemembered(ctx.db, calendar)
    const isQuiet = ![...remembered.values()].some((object) => isDue(object, ctx.now()))
    if (trustsTags && isQuiet && isUnchanged(calendar, remote)) return noteSuccess(ctx, calendar)
    const facts = await findChanges(ctx, connection, remote, { calendar, remembered, trustsTags })
    const atEnd = (shadowed: number) => bookkeeping(ctx, calendar, facts, shadowed)
    const outcome = await new Pass(ctx, connection, calendar, facts, { remembered, atEnd }).run()
    if (outcome !== 'overtaken') logSuccess(ctx, calendar)
    if (outcome === 'done') return
    if (outcome === 'doubted') trustsTags = false
  }
  ctx.log.warn('calendar kept changing while it was synchronised', { calendarId: id })
}

function bookkeeping(ctx: Context, calendar: Calendar, facts: Facts, shadowed: number): CalendarChange {
  const { tier, ctag, syncToken } = facts
  const isFirst = tier !== 'changes' && calendar.lastFullSyncAt === null
  return {
    lastSyncedAt: ctx.now(),
    lastError: null,
    ctag: fitting(ctag, MAX.ctag),
    // Behind a token, the object that steps in for a deleted one of the same UID would not be seen.
    syncToken: shadowed > 0 ? null : fitting(syncToken, MAX.syncToken),
    ...(isFirst ? { lastFullSyncAt: ctx.now() } : {}),
  }
}

/** A longer tag is none: it would stop this calendar, and all behind it. */
const fitting = (tag: string | null, most: number) => (tag !== null && tag.length <= most ? tag : null)

async function noteSuccess(ctx: Context, calendar: Calendar): Promise<void> {
  const { id } = calendar
  await ctx.db.update(calendars).set({ lastSyncedAt: ctx.now(), lastError: null }).where(eq(calendars.id, id))
  logSuccess(ctx, calendar)
}

/** `calendar`: as it was before. */
function logSuccess({ log }: Context, { id, lastError }: Calendar): void {
  if (lastError !== null) log.info('calendar is synchronised again', { calendarId: id })
}

/** The log tells when it begins and has another reason, not each poll. */
async function noteFailure(ctx: Context, id: number, error: CalDavError): Promise<void> {
  const lastError = explain(error)
  const before = await loadCalendar(ctx, id)
  if (before !== null && before.lastError !== lastError) {
    ctx.log.warn('calendar was not synchronised', { calendarId: id, kind: error.kind, reason: error.message })
  }
  await ctx.db.update(calendars).set({ lastError }).where(eq(calendars.id, id))
}
