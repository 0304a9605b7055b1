import { eq } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { CalDavError, type Connection, digestOf, explain, holdsNoEvents, type RemoteCalendar } from '../caldav/client'
import { apply } from './apply'
import { type Calendar, loadCalendar } from './calendars'
import { type Facts, gather } from './gather'
import { type Plan, plan } from './plan'
import { type ReadEvent, type ReadObjects, readObjects } from './read'
import { loadCached, loadFingerprinted } from './rows'
import { turnsOf } from './turns'

const ATTEMPTS = 3
/** Finds what increments cannot: servers that forget changes, or take a token they never gave. */
const FULL_PASS_EVERY_MS = 24 * 60 * 60 * 1000

/**
 * Brings one calendar of the cache up to date with what the server listed. A failure is noted in the calendar's row
 * and changes no event. @throws CalDavError
 */
export function syncOne(ctx: Context, connection: Connection, id: number, remote: RemoteCalendar): Promise<void> {
  return turnsOf(ctx).take(`calendar:${id}`, async () => {
    try {
      await attempt(ctx, connection, id, remote)
    } catch (error) {
      if (error instanceof CalDavError) await noteFailure(ctx, id, error)
      throw error
    }
  })
}

async function attempt(ctx: Context, connection: Connection, id: number, remote: RemoteCalendar): Promise<void> {
  for (let count = 1; count <= ATTEMPTS; count++) {
    const calendar = await loadCalendar(ctx, id)
    if (calendar === null) return
    if (isUnchanged(ctx, calendar, remote)) return noteSuccess(ctx, id)
    const outcome = await pass(ctx, connection, calendar, remote)
    if (outcome !== 'overtaken') return
  }
  ctx.log.warn('calendar kept changing while it was synchronised', { calendarId: id })
}

/** Asks, decides, applies. */
async function pass(ctx: Context, connection: Connection, calendar: Calendar, remote: RemoteCalendar) {
  const isFull = isFullPassDue(ctx, calendar)
  const cached = await (isFull ? loadFingerprinted(ctx.db, calendar.id) : loadCached(ctx.db, calendar.id))
  const facts = await gather(connection, remote, { cached, syncToken: calendar.syncToken, isFull })
  const withFingerprint = isFull && cached.length > 0
  const read = await readObjects(facts.fetched.objects, await householdZone(ctx), { withFingerprint })
  const decision = plan(cached, withoutOthers(facts, read), read.events)
  if (decision.remaining === 0 && cached.length > 0) await confirmEmpty(connection, remote.url)
  reportSkipped(ctx, calendar, facts, read)
  const outcome = await apply(ctx, {
    calendar,
    cached,
    plan: decision,
    save: bookkeeping(ctx, calendar, facts, decision, read),
  })
  if (outcome === 'applied') logPass(ctx, calendar, facts, decision)
  return outcome
}

/** Objects that hold no event are, for the cache, not there. */
function withoutOthers({ presence }: Facts, { notEvents }: ReadObjects): Facts['presence'] {
  if (notEvents.length === 0) return presence
  const others = new Set(notEvents)
  return presence.coverage === 'complete'
    ? { coverage: 'complete', listed: presence.listed.difference(others) }
    : { coverage: 'changes', gone: presence.gone.union(others) }
}

/** An empty calendar is believed when a second, different question gets the same answer. */
async function confirmEmpty(connection: Connection, url: string): Promise<void> {
  const isEmpty = await holdsNoEvents(connection, url)
  if (!isEmpty) throw new CalDavError('malformed', 207, 'REPORT: an empty listing was not confirmed')
}

function bookkeeping(ctx: Context, calendar: Calendar, facts: Facts, decision: Plan<ReadEvent>, read: ReadObjects) {
  const skipped = facts.fetched.unreadable.length + read.broken.length
  // What the server would not hand out is asked for again: going on from the new token would forget it.
  const isComplete = facts.fetched.unreadable.length === 0
  // Behind a token, the object that steps in for a deleted one of the same UID would not be seen.
  const syncToken = decision.shadowed > 0 ? null : facts.syncToken
  return {
    lastSyncedAt: ctx.now(),
    lastError: null,
    skippedObjects: facts.presence.coverage === 'complete' ? skipped : Math.max(calendar.skippedObjects, skipped),
    ...(isComplete ? { syncToken, ctag: facts.ctag } : {}),
    ...(isComplete && facts.tier === 'full' ? { lastFullSyncAt: ctx.now() } : {}),
  }
}

function isUnchanged(ctx: Context, calendar: Calendar, remote: RemoteCalendar): boolean {
  if (isFullPassDue(ctx, calendar)) return false
  const hasSameCtag = remote.ctag !== null && remote.ctag === calendar.ctag
  const hasSameToken = remote.syncToken !== null && remote.syncToken === calendar.syncToken
  return hasSameCtag || hasSameToken
}

function isFullPassDue(ctx: Context, { lastFullSyncAt }: Calendar): boolean {
  return lastFullSyncAt === null || ctx.now().getTime() - lastFullSyncAt.getTime() >= FULL_PASS_EVERY_MS
}

async function noteSuccess(ctx: Context, id: number): Promise<void> {
  await ctx.db.update(calendars).set({ lastSyncedAt: ctx.now(), lastError: null }).where(eq(calendars.id, id))
}

async function noteFailure(ctx: Context, id: number, error: CalDavError): Promise<void> {
  ctx.log.warn('calendar was not synchronised', { calendarId: id, kind: error.kind, reason: error.message })
  await ctx.db
    .update(calendars)
    .set({ lastError: explain(error) })
    .where(eq(calendars.id, id))
}

function reportSkipped(ctx: Context, calendar: Calendar, { fetched }: Facts, { broken }: ReadObjects) {
  const unreadable = fetched.unreadable.map((href) => ({ href, reason: 'the server gave no etag or no whole text' }))
  for (const { href, reason } of [...unreadable, ...broken]) {
    ctx.log.warn('object skipped', { calendarId: calendar.id, object: digestOf(href), reason })
  }
}

function logPass(ctx: Context, { id }: Calendar, { tier }: Facts, { upserts, deletes, shadowed }: Plan<ReadEvent>) {
  if (upserts.length + deletes.length === 0) return
  ctx.log.info('calendar synchronised', {
    calendarId: id,
    tier,
    stored: upserts.length,
    removed: deletes.length,
    ...(shadowed > 0 ? { duplicates: shadowed } : {}),
  })
}
