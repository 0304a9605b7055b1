import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { MySqlUpdateSetSource } from 'drizzle-orm/mysql-core'
import { type MemberCalendar, writableCalendars } from '../../household/calendars'
import { pauseOf } from '../../household/credentials'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { hasCome } from '../../platform/db/has-come'
import { prepared } from '../../platform/db/prepared'
import { calendarCredentials, importObjects, imports, outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS } from '../../platform/durations'
import { describeError } from '../../platform/log'
import { TimeSlice } from '../../platform/time-slice'
import { completed } from '../ical/edit/completed'
import { IcalError } from '../ical/error'
import type { Zone } from '../ical/zone'
import { lockCalendars } from '../outbox/lock'
import { importedEvent } from '../outbox/new-rows'
import { LONGEST_BACKOFF_SECONDS } from '../outbox/policy'
import type { ReasonCode } from '../outbox/reasons'
import {
  drop,
  forget,
  idsOf,
  isWaiting,
  type Job,
  remaining,
  selectCachedTexts,
  selectWritten,
  splitInstances,
} from './object-rows'
import { keepRefused } from './refusals'

/** Writes of one import in the outbox: somebody's own changes wait behind no more. */
const QUEUED_AT_ONCE = 10
/** Objects that are looked at before others get their turn. */
const LOOKED_AT_ONCE = 40
/** As servers answer instances without their series: then each is sent as an event of its own. */
const NOT_ACCEPTED: ReasonCode = 'notAccepted'
/** The server holds the uid while the cache does not: the calendar is read first. */
const UID_IS_TAKEN = new Set(['contradicts', 'exists', 'conflict', 'gone'])
const UNANSWERED: ReasonCode = 'unanswered'
const WRONG_PASSWORD: ReasonCode = 'wrongPassword'
const MAX_ATTEMPTS = 3
const PAUSE_MS = 15_000
/** An import waits for a server that does not answer, and for another app password, for so long. */
const MAX_WAIT_MS = 7 * DAY_MS

type Counts = Pick<Job, 'total' | 'done' | 'known' | 'failed'>

/** An import of which objects are left. */
export interface OpenImport {
  id: number
}

/** The imports of which objects are left. */
export const selectOpenImports = (db: Executor): Promise<OpenImport[]> => openImports(db).execute()

const openImports = prepared((db) => db.selectDistinct({ id: importObjects.importId }).from(importObjects).prepare())

/**
 * Counts what has become of queued objects, and queues further ones of these imports. Each object leaves its import in
 * the transaction that counts it, and gets its write in the one that notes it, so that a crash neither loses nor doubles
 * anything. Returns whether there is more that may be queued now.
 */
export async function feedImports(ctx: Context, open: readonly OpenImport[]): Promise<boolean> {
  if (open.length === 0) return false
  const zone = await householdZone(ctx)
  let hasMore = false
  for (const { id } of open) {
    try {
      const fed = await inTransaction(ctx.db, (tx) => feed(ctx, tx, id, zone))
      hasMore ||= fed.hasMore
      if (fed.mustRead !== null) ctx.signals.sync(fed.mustRead)
    } catch (error) {
      // Nobody else's writes wait for an import that fails.
      ctx.log.error('an import does not go on', { importId: id, error: describeError(error) })
    }
  }
  return hasMore
}

interface Fed {
  hasMore: boolean
  /** The member whose calendars hold what the cache does not. */
  mustRead: number | null
}

async function feed(ctx: Context, tx: Transaction, id: number, zone: Zone): Promise<Fed> {
  // Another process may be feeding it.
  const [job] = await tx.select().from(imports).where(eq(imports.id, id)).for('update', { skipLocked: true })
  if (job === undefined) return { hasMore: false, mustRead: null }
  const counts: Counts = { total: 0, done: 0, known: 0, failed: 0 }
  const calendar = job.status === 'running' ? await calendarOf(tx, job) : null
  const { queued, mustRead, isGivenUp } = await settle(ctx, tx, { job, calendar, zone }, counts)
  let hasMore = false
  let { status } = job
  if (calendar !== null) {
    if (isGivenUp) counts.failed += await drop(tx, job)
    const room = (await isPasswordRefused(ctx, tx, calendar)) ? 0 : QUEUED_AT_ONCE - queued
    hasMore = await fill(ctx, tx, { job, calendar, zone, room }, counts)
  } else if (status === 'running') {
    counts.failed += await drop(tx, job)
    status = 'failed'
  }
  if (status === 'running' && (await remaining(tx, job)) === 0) status = 'done'
  await tx
    .update(imports)
    .set({
      total: sql`${imports.total} + ${counts.total}`,
      done: sql`${imports.done} + ${counts.done}`,
      known: sql`${imports.known} + ${counts.known}`,
      failed: sql`${imports.failed} + ${counts.failed}`,
      status,
      updatedAt: ctx.now(),
    })
    .where(eq(imports.id, id))
  return { hasMore, mustRead: mustRead ? (calendar?.ownerId ?? null) : null }
}

interface Settling {
  job: Job
  /** Null: it is not written to any more. */
  calendar: MemberCalendar | null
  zone: Zone
}

/**
 * Counts the objects whose writes have ended. Returns how many are under way, whether the calendar must be read, and
 * whether its server, which does not answer or take the password, was waited for long enough.
 */
async function settle(ctx: Context, tx: Transaction, settling: Settling, counts: Counts) {
  const { job, calendar, zone } = settling
  const rows = await selectQueued(tx, job)
  const ended = rows.filter(({ status }) => status !== 'pending')
  const now = ctx.now()
  const { taken = [], undecided = [], decided = [] } = Object.groupBy(ended, (row) => fateOf(row, settling))
  const isGivenUp = undecided.length > 0 && now.getTime() - job.createdAt.getTime() >= MAX_WAIT_MS
  const gone = isGivenUp ? [...decided, ...undecided] : decided
  const refused = gone.filter(({ errorCode }) => calendar !== null && errorCode === NOT_ACCEPTED)
  const { split, further } = await splitInstances(tx, job, idsOf(refused))
  counts.total += further
  const whole = gone.filter(({ id }) => !split.has(id))
  const failed = whole.filter(({ status }) => status !== 'done')
  counts.done += whole.length - failed.length
  counts.failed += failed.length
  await keepRefused(tx, job.id, idsOf(failed), zone)
  const outboxIds = ended.flatMap(({ outboxId }) => outboxId ?? [])
  if (outboxIds.length > 0) await tx.delete(outbox).where(inArray(outbox.id, outboxIds))
  await forget(tx, gone)
  const nextAttemptAt = new Date(now.getTime() + PAUSE_MS)
  await putBack(tx, taken, { attemptCount: sql`${importObjects.attemptCount} + 1`, nextAttemptAt })
  if (!isGivenUp) await putBack(tx, undecided, { nextAttemptAt })
  return { queued: rows.length - ended.length, mustRead: taken.length > 0, isGivenUp }
}

/** The objects that have a write, and how it stands. */
const selectQueued = (tx: Transaction, job: Job) =>
  tx
    .select({
      id: importObjects.id,
      attemptCount: importObjects.attemptCount,
      outboxId: importObjects.outboxId,
      status: outbox.status,
      errorCode: outbox.errorCode,
      endedAt: outbox.updatedAt,
    })
    .from(importObjects)
    .leftJoin(outbox, eq(outbox.id, importObjects.outboxId))
    .where(and(eq(importObjects.importId, job.id), isNotNull(importObjects.outboxId)))

type Queued = Awaited<ReturnType<typeof selectQueued>>[number]

/**
 * What becomes of an object whose write has ended. What ended because nothing answers waits for the server, however many
 * attempts it has had.
 */
function fateOf({ errorCode, attemptCount, endedAt }: Queued, { job, calendar }: Settling) {
  const isTaken = job.status === 'running' && UID_IS_TAKEN.has(errorCode ?? '')
  if (isTaken && attemptCount + 1 < MAX_ATTEMPTS) return 'taken'
  if (calendar === null || endedAt === null) return 'decided'
  const isUndecided = errorCode === WRONG_PASSWORD || (errorCode === UNANSWERED && isSilent(calendar, endedAt))
  return isUndecided ? 'undecided' : 'decided'
}

/** The objects wait again. */
async function putBack(tx: Transaction, rows: readonly Queued[], set: MySqlUpdateSetSource<typeof importObjects>) {
  if (rows.length === 0) return
  await tx
    .update(importObjects)
    .set({ ...set, outboxId: null })
    .where(inArray(importObjects.id, idsOf(rows)))
}

/** Whether the server was not to be read either, between the last two attempts of a write. */
const isSilent = ({ lastSyncedAt }: MemberCalendar, endedAt: Date) =>
  lastSyncedAt === null || lastSyncedAt.getTime() < endedAt.getTime() - LONGEST_BACKOFF_SECONDS * 1000

/** Whether the account that holds the calendar rests, since its server has refused the password. */
async function isPasswordRefused({ now }: Context, tx: Transaction, { ownerId }: MemberCalendar): Promise<boolean> {
  const { userId, refusedUntil } = calendarCredentials
  const [account] = await tx.select({ refusedUntil }).from(calendarCredentials).where(eq(userId, ownerId))
  return account !== undefined && pauseOf(account, now()) !== null
}

interface Filling {
  job: Job
  calendar: MemberCalendar
  zone: Zone
  /** Writes that may be queued. */
  room: number
}

const hasPaused = (now: Date) =>
  or(isNull(importObjects.nextAttemptAt), hasCome(importObjects.nextAttemptAt, now, PAUSE_MS))

/** Queues objects that wait; returns whether more could be. */
async function fill(
  ctx: Context,
  tx: Transaction,
  { job, calendar, zone, room }: Filling,
  counts: Counts,
): Promise<boolean> {
  if (room <= 0) return false
  const waiting = await tx
    .select({ id: importObjects.id, uid: importObjects.uid, object: importObjects.object })
    .from(importObjects)
    .where(isWaiting(job, hasPaused(ctx.now())))
    .orderBy(asc(importObjects.id))
    .limit(LOOKED_AT_ONCE)
  if (waiting.length === 0) return false
  // Ids of rows then grow in the order of commits, as the drain expects.
  await lockCalendars(tx, [calendar.id])
  const cached = await selectCachedTexts(
    tx,
    calendar,
    waiting.map(({ uid }) => uid),
  )
  const nameOf = (uid: string) => cached.get(uid)?.uid ?? uid
  const written = await selectWritten(
    tx,
    calendar,
    waiting.map(({ uid }) => nameOf(uid)),
  )
  const known: { id: number }[] = []
  const unreadable: { id: number }[] = []
  const slice = new TimeSlice()
  let free = room
  for (const { id, uid: given, object } of waiting) {
    if (free === 0) break
    const uid = nameOf(given)
    await slice.giveWay()
    // What becomes of an earlier write of the uid is not known yet.
    if (written.has(uid)) {
      await postpone(ctx, tx, id)
      continue
    }
    const verdict = judge(cached.get(given)?.text, object, zone)
    if (verdict === 'known') known.push({ id })
    else if (verdict === 'unreadable') unreadable.push({ id })
    else {
      await queue(ctx, tx, { job, calendar, id, uid, object, ...verdict })
      written.add(uid)
      free -= 1
    }
  }
  counts.known += known.length
  counts.failed += unreadable.length
  await keepRefused(tx, job.id, idsOf(unreadable), zone)
  await forget(tx, [...known, ...unreadable])
  return free > 0 && waiting.length === LOOKED_AT_ONCE
}

type Verdict = 'known' | 'unreadable' | { operation: 'create' | 'update'; added: string | null }

function judge(cached: string | undefined, object: string, zone: Zone): Verdict {
  if (cached === undefined) return { operation: 'create', added: null }
  try {
    const whole = completed(cached, object, zone, '')
    return whole === null ? 'known' : { operation: 'update', added: whole.added }
  } catch (error) {
    if (error instanceof IcalError) return 'unreadable'
    throw error
  }
}

interface Queueing {
  job: Job
  calendar: MemberCalendar
  id: number
  uid: string
  object: string
  operation: 'create' | 'update'
  added: string | null
}

async function queue(ctx: Context, tx: Transaction, { job, calendar, id, uid, object, operation, added }: Queueing) {
  const row = importedEvent(ctx, job.memberId, job.calendarId!, { url: calendar.url, uid, object })
  const [inserted] = await tx
    .insert(outbox)
    // What was added tells the written object from the one before, where a server drops unknown properties.
    .values({ ...row, operation, formRecurrenceId: added })
    .$returningId()
  await tx.update(importObjects).set({ outboxId: inserted!.id }).where(eq(importObjects.id, id))
}

const postpone = (ctx: Context, tx: Transaction, id: number) =>
  tx
    .update(importObjects)
    .set({ nextAttemptAt: new Date(ctx.now().getTime() + PAUSE_MS) })
    .where(eq(importObjects.id, id))

/** The calendar as its member may write to it now; null: not any more. */
async function calendarOf(tx: Transaction, { memberId, calendarId }: Job): Promise<MemberCalendar | null> {
  const writable = await writableCalendars({ db: tx }, memberId)
  return writable.find(({ writesThrough }) => writesThrough === calendarId) ?? null
}
