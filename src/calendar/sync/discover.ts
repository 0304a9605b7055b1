import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { calendars, members } from '../../platform/db/schema'
import type { RemoteCalendar } from '../caldav/client'
import { announceTo, type Calendar } from './calendars'

/** A calendar is removed when so many complete listings in a row did not name it. */
const MISSES_UNTIL_REMOVED = 2
/** What the columns hold. */
const MAX = { url: 1024, displayName: 255 }

export interface CalendarMatch {
  added: RemoteCalendar[]
  kept: { row: Calendar; remote: RemoteCalendar }[]
  missing: Calendar[]
}

/** Matches a member's rows with a complete listing, by url. Pure. */
export function matchCalendars(rows: readonly Calendar[], listed: readonly RemoteCalendar[]): CalendarMatch {
  const byUrl = new Map(listed.filter(({ url }) => url.length <= MAX.url).map((remote) => [remote.url, remote]))
  const kept = rows.flatMap((row) => {
    const remote = byUrl.get(row.url)
    return remote === undefined ? [] : [{ row, remote }]
  })
  const known = new Set(rows.map(({ url }) => url))
  return {
    added: [...byUrl.values()].filter(({ url }) => !known.has(url)),
    kept,
    missing: rows.filter(({ url }) => !byUrl.has(url)),
  }
}

/**
 * Brings a member's calendar rows up to date with a complete listing: new ones, new names and colours, removed ones.
 * Returns the calendars that are on the server, with their ids.
 */
export async function discover(
  ctx: Context,
  memberId: number,
  listed: readonly RemoteCalendar[],
): Promise<{ id: number; remote: RemoteCalendar }[]> {
  const match = matchCalendars(await rowsOf(ctx, memberId), listed)
  await insert(ctx, memberId, match.added)
  for (const { row, remote } of match.kept) await refresh(ctx, row, remote)
  for (const row of match.missing) await miss(ctx, row)
  const remotes = new Map(listed.map((remote) => [remote.url, remote]))
  return (await rowsOf(ctx, memberId)).flatMap(({ id, url }) => {
    const remote = remotes.get(url)
    return remote === undefined ? [] : [{ id, remote }]
  })
}

function rowsOf(ctx: Context, memberId: number): Promise<Calendar[]> {
  return ctx.db.select().from(calendars).where(eq(calendars.userId, memberId)).orderBy(calendars.id)
}

async function insert(ctx: Context, memberId: number, added: readonly RemoteCalendar[]): Promise<void> {
  if (added.length === 0) return
  const [member] = await ctx.db.select({ color: members.color }).from(members).where(eq(members.id, memberId))
  if (member === undefined) return
  const rows = added.map((remote) => ({
    userId: memberId,
    url: remote.url,
    displayName: remote.displayName.slice(0, MAX.displayName),
    color: remote.color ?? member.color,
    writable: remote.writable,
  }))
  // Another process may have found them at the same moment.
  await ctx.db
    .insert(calendars)
    .values(rows)
    .onDuplicateKeyUpdate({ set: { missedPolls: 0 } })
  ctx.log.info('calendars found', { memberId, count: rows.length })
}

async function refresh(ctx: Context, row: Calendar, remote: RemoteCalendar): Promise<void> {
  const now = {
    displayName: remote.displayName.slice(0, MAX.displayName),
    color: remote.color ?? row.color,
    writable: remote.writable,
    missedPolls: 0,
  }
  const isVisible = now.displayName !== row.displayName || now.color !== row.color || now.writable !== row.writable
  if (!isVisible && row.missedPolls === 0) return
  await ctx.db.update(calendars).set(now).where(eq(calendars.id, row.id))
  if (isVisible) announceTo(ctx, row)
}

/** Two processes that miss it at the same moment count one miss. */
async function miss(ctx: Context, row: Calendar): Promise<void> {
  const asSeen = and(eq(calendars.id, row.id), eq(calendars.missedPolls, row.missedPolls))
  if (row.missedPolls + 1 < MISSES_UNTIL_REMOVED) {
    await ctx.db
      .update(calendars)
      .set({ missedPolls: row.missedPolls + 1 })
      .where(asSeen)
    ctx.log.info('calendar is missing on the server', { calendarId: row.id })
    return
  }
  const [result] = await ctx.db.delete(calendars).where(asSeen)
  if (result.affectedRows === 0) return
  ctx.log.info('calendar removed: it is no longer on the server', { calendarId: row.id })
  announceTo(ctx, row)
}
