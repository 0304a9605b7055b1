import { and, eq, sql } from 'drizzle-orm'
import { openIdAmong, openingsOf } from '../../household/open-calendars'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { FIRST_REVISION, nextRevision } from '../../platform/db/revision'
import { calendars, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import type { RemoteCalendar } from '../caldav/client'
import { POLL_INTERVAL_MS } from '../next-poll'
import { announceTo, type Calendar } from './calendars'
import { keepShared, shareAgain } from './shared'

/** A calendar is removed when no complete listing has named it since the last poll, give or take seconds. */
const MISSING_UNTIL_REMOVED_MS = POLL_INTERVAL_MS - 10_000
/** What the columns hold; of the name, characters. */
const MAX = { url: 1024, displayName: 255 }

interface CalendarMatch {
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
 * Applies a complete listing to a member's calendar rows: new, changed and removed ones. Returns the calendars on the
 * server with their ids, and whether the last attempt to read them failed.
 */
export async function discover(
  ctx: Context,
  memberId: number,
  listed: readonly RemoteCalendar[],
): Promise<{ id: number; remote: RemoteCalendar; isFailing: boolean }[]> {
  const match = matchCalendars(await rowsOf(ctx, memberId), listed)
  await insert(ctx, memberId, match.added)
  for (const { row, remote } of match.kept) await refresh(ctx, row, remote)
  for (const row of match.missing) await miss(ctx, row)
  const remotes = new Map(listed.map((remote) => [remote.url, remote]))
  return (await rowsOf(ctx, memberId)).flatMap(({ id, url, lastError }) => {
    const remote = remotes.get(url)
    return remote === undefined ? [] : [{ id, remote, isFailing: lastError !== null }]
  })
}

function rowsOf(ctx: Context, memberId: number): Promise<Calendar[]> {
  const isOnServer = and(eq(calendars.userId, memberId), eq(calendars.source, 'caldav'))
  return ctx.db.select().from(calendars).where(isOnServer).orderBy(calendars.id)
}

async function insert(ctx: Context, memberId: number, added: readonly RemoteCalendar[]): Promise<void> {
  if (added.length === 0) return
  const [member] = await ctx.db.select({ color: members.color }).from(members).where(eq(members.id, memberId))
  if (member === undefined) return
  const rows = added.map((remote) => ({
    userId: memberId,
    url: remote.url,
    displayName: nameOf(remote),
    color: remote.color ?? member.color,
    writable: remote.writable,
    revision: sql`${FIRST_REVISION}`,
  }))
  // Another process may have found them at the same moment.
  await ctx.db
    .insert(calendars)
    .values(rows)
    .onDuplicateKeyUpdate({ set: { missingSince: null } })
  ctx.log.info('calendars found', { memberId, count: rows.length })
  await shareAgain(ctx, memberId)
}

/** The name as it is stored: half a character would come back as another one, and look renamed at every poll. */
const nameOf = ({ displayName }: RemoteCalendar) => [...displayName].slice(0, MAX.displayName).join('')

async function refresh(ctx: Context, row: Calendar, remote: RemoteCalendar): Promise<void> {
  const now = {
    displayName: row.ownName ?? nameOf(remote),
    color: row.ownColor ?? remote.color ?? row.color,
    writable: remote.writable,
    missingSince: null,
  }
  const isVisible = now.displayName !== row.displayName || now.color !== row.color || now.writable !== row.writable
  if (!isVisible && row.missingSince === null) return
  // Its owner may just have chosen another name or colour.
  const displayName = sql`coalesce(${calendars.ownName}, ${now.displayName})`
  const color = sql`coalesce(${calendars.ownColor}, ${now.color})`
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .update(calendars)
      .set({ ...now, displayName, color, revision: nextRevision(calendars.revision) })
      .where(eq(calendars.id, row.id))
    if (isVisible) announceTo(ctx, tx, row)
  })
}

async function miss(ctx: Context, row: Calendar): Promise<void> {
  const now = ctx.now()
  const { missingSince } = row
  // A time ahead of now was noted before the clock went back.
  if (missingSince === null || missingSince > now) {
    // Should another calendar come in its place, the tags of this one would say nothing about it.
    const change = { missingSince: now, ctag: null, syncToken: null }
    await ctx.db.update(calendars).set(change).where(eq(calendars.id, row.id))
    ctx.log.info('calendar is missing on the server', { calendarId: row.id })
    return
  }
  if (now.getTime() - missingSince.getTime() < MISSING_UNTIL_REMOVED_MS) return
  if (!(await inTransaction(ctx.db, (tx) => remove(ctx, tx, row.id, missingSince)))) return
  ctx.log.info('calendar removed: it is no longer on the server', { calendarId: row.id })
}

/** False: it has been seen again, or removed, by another process. */
async function remove(ctx: Context, tx: Transaction, id: number, missingSince: Date) {
  const isStillMissing = and(eq(calendars.id, id), eq(calendars.missingSince, missingSince))
  const [row] = await tx.select().from(calendars).where(isStillMissing).for('update')
  if (row === undefined) return false
  if (row.isShared) await keepShared(ctx, tx, row)
  const openId = openIdAmong(await openingsOf(tx, row.userId), id)
  await tx.delete(calendars).where(eq(calendars.id, id))
  announceTo(ctx, tx, row, openId)
  return true
}
