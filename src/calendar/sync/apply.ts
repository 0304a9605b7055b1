import { eq, inArray, sql } from 'drizzle-orm'
import { getSetting, SETTING, zoneNamed } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { nextRevision } from '../../platform/db/revision'
import { calendars, events } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { digestOf } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { loadCachedAt } from './cached-events'
import { announceTo, type Calendar } from './calendars'
import { type CachedEvent, isOvertaken, type Plan } from './plan'
import type { ReadEvent } from './read-objects'
import { remember, type Skipped } from './skipped'
import { upsertEvents } from './store-events'

export type CalendarChange = Partial<typeof calendars.$inferInsert>

export interface Application {
  calendar: Pick<Calendar, 'id' | 'userId' | 'isShared'>
  /** The rows that the plan was made from. */
  cached: readonly CachedEvent[]
  plan: Plan<ReadEvent>
  /** The zone that the events were read with. */
  zone: Zone
  /** Rows whose objects are gone; each is deleted if it is unchanged since. */
  stale?: readonly CachedEvent[]
  /** Objects that were read and cannot be used. */
  skipped?: readonly Skipped[]
  /** Hrefs of objects that can be used, or are certainly gone. */
  settled?: readonly string[]
  /** Columns to save in the same transaction. */
  save?: CalendarChange
  /** Whether its readers hear of it; left out: when it changes something. */
  announces?: 'never' | 'changes' | 'always'
  /** What else is recorded in the same transaction. */
  record?: Recording
}

/** May run again when its transaction does; it counts when `apply` has ended as `applied`. */
export type Recording = (tx: Transaction) => Promise<void>

/**
 * - `overtaken`: somebody else has changed the same rows, or the household's zone, since the plan was made; nothing was
 *   done
 * - `removed`: the calendar is no longer there
 */
export type Applied =
  | { outcome: 'applied'; stored: number; removed: number; calendar: Pick<Calendar, 'id' | 'userId' | 'isShared'> }
  | { outcome: 'overtaken' | 'removed' }

const DELETES_PER_STATEMENT = 500

/** Carries out a plan in one transaction, and announces it. */
export async function apply(ctx: Context, application: Application): Promise<Applied> {
  const applied = await inTransaction(ctx.db, (tx) => applyIn(ctx, tx, application))
  if (applied.outcome === 'applied') logSkipped(ctx, application)
  return applied
}

function logSkipped(ctx: Context, { calendar, skipped = [] }: Application): void {
  for (const { href, reason } of skipped) {
    ctx.log.warn('object skipped', { calendarId: calendar.id, object: digestOf(href), reason })
  }
}

async function applyIn(ctx: Context, tx: Transaction, application: Application): Promise<Applied> {
  const { plan, cached, zone, stale = [], skipped = [], settled = [], save = {}, announces = 'changes' } = application
  const { id } = application.calendar
  const storesEvents = plan.upserts.length + plan.deletes.length > 0
  // At once, in this order: what is read behind the lock is as it will stay, but not what the locking statement reads along.
  const [locked, touched, timezone] = await Promise.all([
    lock(tx, id),
    storesEvents ? loadTouched(tx, id, plan) : [],
    storesEvents ? getSetting({ db: tx }, SETTING.timezone) : null,
  ])
  if (locked === undefined) return { outcome: 'removed' }
  const { skippedObjects, ...calendar } = locked
  if (storesEvents) {
    if (zoneNamed(ctx, timezone).id !== zone.id) return { outcome: 'overtaken' }
    if (isOvertaken(plan, cached, touched)) return { outcome: 'overtaken' }
    await deleteRows(
      tx,
      plan.deletes.map((row) => row.id),
    )
    await upsertEvents(tx, id, plan.upserts, ctx.now())
  }
  const gone = await stillAsTheyWere(tx, stale)
  await deleteRows(tx, gone)
  const mustRemember = skipped.length > 0 || (skippedObjects > 0 && settled.length > 0)
  const change = {
    ...save,
    ...(mustRemember && { skippedObjects: await remember(tx, id, { skipped, settled, now: ctx.now() }) }),
    // What is stored makes it grow itself.
    ...(plan.deletes.length + gone.length > 0 && { revision: nextRevision(calendars.revision) }),
  }
  if (Object.keys(change).length > 0) await tx.update(calendars).set(change).where(eq(calendars.id, id))
  const [stored, removed] = [plan.upserts.length, plan.deletes.length + gone.length]
  if (announces === 'always' || (announces === 'changes' && stored + removed > 0)) announceTo(ctx, tx, calendar)
  await application.record?.(tx)
  return { outcome: 'applied', stored, removed, calendar }
}

/** Locks the calendar's row (FOR UPDATE) against other transactions, those of other processes included. */
async function lock(tx: Transaction, id: number) {
  const [row] = await lockedCalendar(tx).execute({ id })
  return row
}

const lockedCalendar = prepared((db) => {
  const { id, userId, isShared, skippedObjects } = calendars
  return db
    .select({ id, userId, isShared, skippedObjects })
    .from(calendars)
    .where(eq(id, sql.placeholder('id')))
    .for('update')
    .prepare()
})

/** The rows that a plan touches as they are now, and perhaps others. */
function loadTouched(tx: Transaction, calendarId: number, { upserts, deletes }: Plan<ReadEvent>) {
  const touched = [...upserts, ...deletes]
  return loadCachedAt(tx, calendarId, {
    hrefs: touched.map(({ href }) => href),
    uids: touched.map(({ uid }) => uid),
  })
}

/** Ids of the unchanged rows: an object that came back, or moved, has changed its row. */
async function stillAsTheyWere(tx: Transaction, rows: readonly CachedEvent[]): Promise<number[]> {
  const before = new Map(rows.map((row) => [row.id, row]))
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += DELETES_PER_STATEMENT) {
    const slice = rows.slice(start, start + DELETES_PER_STATEMENT).map(({ id }) => id)
    const now = await tx
      .select({ id: events.id, href: events.href, etag: events.etag })
      .from(events)
      .where(inArray(events.id, slice))
    const same = now.filter(({ id, href, etag }) => before.get(id)?.href === href && before.get(id)?.etag === etag)
    ids.push(...same.map(({ id }) => id))
  }
  return ids
}

async function deleteRows(tx: Transaction, ids: readonly number[]) {
  for (let start = 0; start < ids.length; start += DELETES_PER_STATEMENT) {
    await tx.delete(events).where(inArray(events.id, ids.slice(start, start + DELETES_PER_STATEMENT)))
  }
}
