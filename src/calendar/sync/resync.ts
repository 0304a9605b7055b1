import { and, eq, ne } from 'drizzle-orm'
import { CredentialError, loadAccount } from '../../household/credentials'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { CalDavError, connect, getObject } from '../caldav/client'
import { apply } from './apply'
import { type Calendar, loadCalendar } from './calendars'
import { type CachedEvent, plan } from './plan'
import { type ReadEvent, readObjects } from './read'
import { loadCachedAt } from './rows'
import { turnsOf } from './turns'

const ATTEMPTS = 3

/**
 * Brings one object of the cache up to date after a write: one request, for just that href. Afterwards the cache holds
 * what the server has there, or nothing when the server has nothing. The next poll finds nothing new in it. Rows of
 * other members for the same collection follow, with their own accounts, when they can. @throws CalDavError,
 * CredentialError
 */
export async function resync(ctx: Context, calendarId: number, href: string): Promise<void> {
  const calendar = await loadCalendar(ctx, calendarId)
  if (calendar === null) return
  const others = await ctx.db
    .select()
    .from(calendars)
    .where(and(eq(calendars.url, calendar.url), ne(calendars.id, calendar.id)))
  const [own] = await Promise.allSettled([
    resyncOne(ctx, calendar, href),
    ...others.map((other) => resyncOne(ctx, other, href)),
  ])
  if (own?.status === 'rejected') throw own.reason
}

function resyncOne(ctx: Context, { id, userId, url }: Calendar, href: string): Promise<void> {
  return turnsOf(ctx).take(`calendar:${id}`, async () => {
    const account = await loadAccount(ctx, userId)
    if (account === null) throw new CredentialError('The calendar belongs to a member without a calendar account.')
    const connection = connect(ctx, account)
    for (let count = 1; count <= ATTEMPTS; count++) {
      const calendar = await loadCalendar(ctx, id)
      if (calendar === null) return
      const before = await loadCachedAt(ctx.db, id, { hrefs: [href], uids: [] })
      const object = await getObject(connection, url, href)
      const objects = object === null ? [] : [object]
      const { events, broken } = await readObjects(objects, await householdZone(ctx), { withFingerprint: false })
      for (const { reason } of broken) ctx.log.warn('object skipped', { calendarId: id, href, reason })
      const cached = await withSameUid(ctx, id, before, events)
      const gone = new Set(events.length + broken.length === 0 ? [href] : [])
      const decision = plan(cached, { coverage: 'changes', gone }, events)
      const outcome = await apply(ctx, { calendar, cached, plan: decision, save: {} })
      if (outcome !== 'overtaken') return
    }
    throw new CalDavError('malformed', 0, 'the object kept changing while it was read')
  })
}

/** Adds the rows that hold the UID of what was read at another href. */
async function withSameUid(ctx: Context, id: number, rows: readonly CachedEvent[], read: readonly ReadEvent[]) {
  const known = new Set(rows.map(({ uid }) => uid))
  const uids = read.map(({ uid }) => uid).filter((uid) => !known.has(uid))
  return [...rows, ...(await loadCachedAt(ctx.db, id, { hrefs: [], uids }))]
}
