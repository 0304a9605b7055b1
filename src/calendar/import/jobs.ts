import { and, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { calendars, events, importObjects, imports, outbox } from '../../platform/db/schema'
import { DAY_MS } from '../../platform/durations'
import { notFound, Refusal } from '../../platform/http-errors'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import { TimeSlice } from '../../platform/time-slice'
import { isSent } from '../outbox/jobs'
import { type ImportedObject, instancesApart } from './object'
import { drop, spellingsOf } from './object-rows'
import type { ImportedFile } from './read'

export type Import = typeof imports.$inferSelect

/** Of one member; each may be twenty megabytes. */
const MAX_RUNNING = 5
const ROWS_AT_ONCE = 500
/** Characters of one statement: servers take sixteen megabytes. */
const CHARACTERS_AT_ONCE = 1024 * 1024
const UIDS_AT_ONCE = 500
const KEPT_DAYS = 30

/** How many of these objects a calendar holds already, by their uids and whoever's row has its URL. */
export async function countKnown(db: Executor, { url }: { url: string }, { objects }: ImportedFile): Promise<number> {
  const isStored = await selectStored(db, url, uidsOf(objects))
  const apart = await uidsApart(objects.filter(({ uid }) => !isStored(uid)))
  const isApart = await selectStored(db, url, apart.flat())
  return objects.filter(({ uid }) => isStored(uid)).length + apart.filter((uids) => uids.every(isApart)).length
}

/** Of objects that are single days of a series: the uids of those days where a server wants the series. */
async function uidsApart(objects: readonly ImportedObject[]): Promise<string[][]> {
  const slice = new TimeSlice()
  const apart: string[][] = []
  for (const object of objects) {
    if (!object.text.includes('RECURRENCE-ID')) continue
    const uids = uidsOf(instancesApart(object))
    if (uids.length > 0) apart.push(uids)
    await slice.giveWay()
  }
  return apart
}

/** Says of these uids which a calendar's cache holds. */
async function selectStored(db: Executor, url: string, uids: readonly string[]): Promise<(uid: string) => boolean> {
  const stored = new Set<string>()
  for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
    const asked = uids.slice(at, at + UIDS_AT_ONCE).flatMap(spellingsOf)
    const rows = await db
      .selectDistinct({ uid: events.uid })
      .from(events)
      .innerJoin(calendars, eq(calendars.id, events.calendarId))
      .where(and(eq(calendars.url, url), inArray(events.uid, asked)))
    for (const { uid } of rows) stored.add(uid)
  }
  return (uid) => spellingsOf(uid).some((spelling) => stored.has(spelling))
}

const uidsOf = (objects: readonly ImportedObject[]) => objects.map(({ uid }) => uid)

/**
 * Stores what is to be written to a calendar through the row `calendarId`; wake the drain after the commit.
 * @throws Refusal 409 when too many imports of the member are running
 */
export async function storeImport(
  ctx: Context,
  tx: Transaction,
  { memberId, calendarId }: { memberId: number; calendarId: number },
  { objects, skipped }: ImportedFile,
): Promise<Import> {
  await checkRunning(tx, memberId, MAX_RUNNING - 1)
  const at = ctx.now()
  const [inserted] = await tx
    .insert(imports)
    .values({
      memberId,
      calendarId,
      status: objects.length === 0 ? 'done' : 'running',
      total: objects.length + skipped,
      skipped,
      createdAt: at,
      updatedAt: at,
    })
    .$returningId()
  const importId = inserted!.id
  for (const some of portionsOf(objects)) {
    await tx.insert(importObjects).values(some.map(({ uid, text }) => ({ importId, uid, object: text })))
  }
  // Of two at once the second counts the first. Locked at last: whatever else is written waits for no large file.
  await lockHousehold(ctx, tx)
  await checkRunning(tx, memberId, MAX_RUNNING)
  return selectImport(tx, memberId, importId)
}

/** @throws Refusal 409 for more running imports of a member than these */
async function checkRunning(tx: Transaction, memberId: number, most: number) {
  const running = and(eq(imports.memberId, memberId), eq(imports.status, 'running'))
  if ((await tx.$count(imports, running)) > most) {
    throw new Refusal(409, `No more than ${MAX_RUNNING} imports run at a time`)
  }
}

function* portionsOf(objects: ImportedFile['objects']): Generator<ImportedFile['objects']> {
  let some: ImportedFile['objects'] = []
  let characters = 0
  for (const object of objects) {
    if (some.length === ROWS_AT_ONCE || (some.length > 0 && characters + object.text.length > CHARACTERS_AT_ONCE)) {
      yield some
      some = []
      characters = 0
    }
    some.push(object)
    characters += object.text.length
  }
  if (some.length > 0) yield some
}

/** Written since the drain last counted; read in one statement with what is counted, so that the sum never goes back. */
const uncounted = sql<number>`(
  select count(*) from import_objects
  join outbox on outbox.id = import_objects.outbox_id
  where import_objects.import_id = imports.id and outbox.status = 'done'
)`

/** A member's import as it stands now. @throws Refusal 404, also for another member's */
export async function selectImport(db: Executor, memberId: number, id: number): Promise<Import> {
  const [found] = await db
    .select({ ...getTableColumns(imports), done: sql<number>`${imports.done} + ${uncounted}`.mapWith(Number) })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.memberId, memberId)))
  if (found === undefined) throw notFound()
  return found
}

/**
 * Stops an import: what is written stays, what is being sent is still counted. Wake the drain after the commit.
 * @throws Refusal 404
 */
export async function stopImport(ctx: Context, tx: Transaction, memberId: number, id: number): Promise<Import> {
  const isOwn = and(eq(imports.id, id), eq(imports.memberId, memberId))
  const [job] = await tx.select().from(imports).where(isOwn).for('update')
  if (job === undefined) throw notFound()
  if (job.status === 'running') {
    await recall(tx, job)
    await tx.update(imports).set({ status: 'cancelled', updatedAt: ctx.now() }).where(eq(imports.id, id))
  }
  return selectImport(tx, memberId, id)
}

/** Takes back what no drain has begun to send. */
async function recall(tx: Transaction, job: Import): Promise<void> {
  const queued = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(importObjects, eq(importObjects.outboxId, outbox.id))
    .where(and(eq(importObjects.importId, job.id), eq(outbox.status, 'pending'), isNull(outbox.claimedUntil)))
  for (const { id } of queued) {
    const isFree = and(eq(outbox.id, id), eq(outbox.status, 'pending'), isNull(outbox.claimedUntil))
    const [row] = await tx.select({ isSent }).from(outbox).where(isFree).for('update')
    if (row === undefined || row.isSent) continue
    await tx.delete(outbox).where(eq(outbox.id, id))
    await tx.delete(importObjects).where(and(eq(importObjects.importId, job.id), eq(importObjects.outboxId, id)))
  }
  await drop(tx, job)
}

/** Forgets imports that ended 30 days ago, at most a thousand; returns how many. */
export async function pruneImports(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)
  const [{ affectedRows }] = await ctx.db
    .delete(imports)
    .where(and(ne(imports.status, 'running'), lt(imports.updatedAt, before)))
    .limit(PRUNED_AT_ONCE)
  return affectedRows
}
