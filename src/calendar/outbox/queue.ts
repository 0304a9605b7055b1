import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { forbidden, notFound } from '../../platform/http-errors'
import { pathKey } from '../caldav/path'
import { type EventForm, formOf } from '../ical/form'
import type { Zone } from '../ical/zones'
import { type CachedEvent, selectCached } from './rows'

type NewRow = typeof outbox.$inferInsert & { calendarId: number }

/** An event in one of the member's calendars. */
export interface EventAt {
  uid: string
  calendar: MemberCalendar
}

/** Stands behind the random part of the uids we make. */
const UID_SUFFIX = '@corkboard.local'

/** What was queued; to be announced after the commit. */
export interface Queued {
  /** Under which the event stands afterwards. */
  uid: string
  rows: readonly Pick<NewRow, 'authorId' | 'uid' | 'status'>[]
}

/** What a member wants an event to be. */
export interface Wanted {
  memberId: number
  form: EventForm
  /** The household's. */
  zone: Zone
}

/** Queues a new event. */
export async function queueCreate(
  ctx: Context,
  db: Executor,
  calendar: MemberCalendar,
  { memberId, form }: Omit<Wanted, 'zone'>,
): Promise<Queued> {
  const row = newEvent(ctx, memberId, calendar, form)
  await db.insert(outbox).values(row)
  return { uid: row.uid, rows: [row] }
}

/** Queues a change of an event. @throws Refusal 404 when the event is not there, or its removal is queued */
export async function queueUpdate(
  ctx: Context,
  tx: Transaction,
  { uid, calendar }: EventAt,
  { memberId, form, zone }: Wanted,
): Promise<Queued> {
  const event = await holdEvent(tx, uid, [calendar], calendar)
  await refuseWhenLeaving(tx, uid, calendar)
  const row = { ...existingEvent(ctx, memberId, calendar, uid, event), operation: 'update' as const }
  const full = { ...row, payload: JSON.stringify(form), base: baseOf(event, zone) }
  await insert(tx, [full])
  return { uid, rows: [full] }
}

/** Queues the removal of an event. @throws Refusal 404 */
export async function queueDelete(
  ctx: Context,
  tx: Transaction,
  { uid, calendar }: EventAt,
  memberId: number,
): Promise<Queued> {
  const event = await holdEvent(tx, uid, [calendar], calendar)
  const row = { ...existingEvent(ctx, memberId, calendar, uid, event), operation: 'delete' as const }
  await insert(tx, [row])
  return { uid, rows: [row] }
}

/**
 * Queues the move of an event to another calendar: a copy under a new uid with the form's changes, then the removal of
 * the original. @throws Refusal 404
 */
export async function queueMove(
  ctx: Context,
  tx: Transaction,
  { uid, calendar, target }: EventAt & { target: MemberCalendar },
  { memberId, form, zone }: Wanted,
): Promise<Queued> {
  const groupId = randomUUID()
  const event = await holdEvent(tx, uid, [calendar, target], calendar)
  await refuseWhenLeaving(tx, uid, calendar)
  const base = baseOf(event, zone)
  const copy = { ...newEvent(ctx, memberId, target, form), groupId, base, sourceObject: event.text }
  const original = { ...existingEvent(ctx, memberId, calendar, uid, event), operation: 'delete' as const, groupId }
  await insert(tx, [copy, original])
  return { uid: copy.uid, rows: [copy, original] }
}

/** Tells the authors how what they have queued stands, and the drain that there is something to do. */
export function announceQueued(ctx: Context, { rows }: Queued): void {
  for (const { authorId, uid, status = 'pending' } of rows) {
    ctx.hub.publish({ topic: 'sync-status', memberId: authorId, uid, status })
  }
  ctx.signals.drain()
}

function newEvent(ctx: Context, memberId: number, calendar: MemberCalendar, form: EventForm) {
  const id = randomUUID()
  return {
    ...commonColumns(ctx, memberId, calendar),
    operation: 'create' as const,
    uid: `${id}${UID_SUFFIX}`,
    href: `${pathKey(calendar.url, calendar.url)}${id}.ics`,
    payload: JSON.stringify(form),
  }
}

function existingEvent(
  ctx: Context,
  memberId: number,
  calendar: MemberCalendar,
  uid: string,
  { href, etag }: CachedEvent,
) {
  return { ...commonColumns(ctx, memberId, calendar), uid, href, etag }
}

function commonColumns(ctx: Context, memberId: number, { writesThrough }: MemberCalendar) {
  if (writesThrough === null) throw forbidden()
  const now = ctx.now()
  return {
    authorId: memberId,
    calendarId: writesThrough,
    operationId: randomUUID(),
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

/** The form of a cached object, as JSON. */
const baseOf = ({ text }: CachedEvent, zone: Zone) => JSON.stringify(formOf(text, zone))

/**
 * The event, with its calendars held until the transaction ends: ids of rows then grow in the order in which their
 * transactions commit, and the drain never sees a later write of an event before an earlier one.
 */
async function holdEvent(
  tx: Transaction,
  uid: string,
  held: readonly MemberCalendar[],
  calendar: MemberCalendar,
): Promise<CachedEvent> {
  await holdCalendars(
    tx,
    held.map(({ id }) => id),
  )
  const event = await selectCached(tx, calendar, uid)
  if (event === null) throw notFound()
  return event
}

async function holdCalendars(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: calendars.id })
    .from(calendars)
    .where(inArray(calendars.id, ids))
    .orderBy(calendars.id)
    .for('update')
}

/** An event that is about to be removed or to stand elsewhere takes no more changes. */
async function refuseWhenLeaving(tx: Transaction, uid: string, calendar: MemberCalendar): Promise<void> {
  const [leaving] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(
        eq(calendars.url, calendar.url),
        eq(outbox.uid, uid),
        eq(outbox.operation, 'delete'),
        eq(outbox.status, 'pending'),
      ),
    )
    .limit(1)
  if (leaving !== undefined) throw notFound()
}

/** Inserts rows; a new write of an event takes the place of what its author tried before and could not do. */
async function insert(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
  for (const { authorId, calendarId, uid, operation } of rows) {
    if (operation === 'create') continue
    const isEarlierFailure = and(
      eq(outbox.authorId, authorId),
      or(eq(outbox.calendarId, calendarId), isNull(outbox.calendarId)),
      eq(outbox.uid, uid),
      inArray(outbox.status, ['failed', 'dead']),
    )
    await tx.delete(outbox).where(isEarlierFailure)
  }
  // One by one: the ids of a multi-row insert need not grow in order everywhere, and a create must come before its delete.
  for (const row of rows) await tx.insert(outbox).values(row)
}
