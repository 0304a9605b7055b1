import { type MemberCalendar, writableCalendars } from '../../household/calendars'
import { readDirectory } from '../../household/people-names'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import { type EventRef, eventOf } from '../event-ref'
import type { CachedEvent } from './cached-event'
import { refuseUnknownPeople } from './check-people'
import { refuseWhenLeaving, selectDeparture } from './departure'
import { effectiveOn } from './effective-range'
import { type EventAt, lockCalendars, lockEvent } from './lock'
import { existingEvent, insertRows, type NewRow, newEvent } from './new-rows'
import { startingForm, type Wanted } from './starting-form'
import { announceStatus } from './status'

export type { Wanted } from './starting-form'

/** What a member wants to be removed. */
export type Unwanted = Pick<Wanted, 'memberId' | 'effective' | 'zone'>

/** What was queued, and is to be announced. */
export interface Queued {
  /** The event's name once the rows are done. */
  event: EventRef
  rows: readonly (EventRef & Pick<NewRow, 'authorId' | 'askedUid' | 'status'>)[]
}

/** Queues a new event. @throws Refusal 400 for somebody who is not there */
export async function queueCreate(
  ctx: Context,
  db: Executor,
  calendar: MemberCalendar,
  { memberId, form }: Pick<Wanted, 'memberId' | 'form'>,
): Promise<Queued> {
  if (form.personIds !== undefined) refuseUnknownPeople(form, await readDirectory({ db }))
  const row = newEvent(ctx, memberId, calendar, form)
  await db.insert(outbox).values(row)
  return { event: eventOf(row), rows: [row] }
}

/**
 * Queues a change of an event, in place.
 * @throws Refusal 404 when the event is not there, or its removal is queued, 409 when it was changed elsewhere
 */
export async function queueUpdate(ctx: Context, tx: Transaction, at: EventAt, wanted: Wanted): Promise<Queued> {
  const { calendar } = at
  const locked = await lockEvent(tx, at)
  await refuseWhenLeaving(tx, at, wanted.effective)
  const row = {
    ...existingEvent(ctx, wanted.memberId, at, locked, wanted.effective),
    ...(await startingForm(tx, locked, { from: calendar, to: calendar }, wanted)),
    operation: 'update' as const,
    payload: JSON.stringify(wanted.form),
  }
  await insertRows(tx, [row])
  return { event: at.event, rows: [row] }
}

/**
 * Queues the removal of an event, or of occurrences.
 * @throws Refusal 404 when it is not there, or its removal is queued
 */
export async function queueDelete(ctx: Context, tx: Transaction, at: EventAt, unwanted: Unwanted): Promise<Queued> {
  const { memberId, zone } = unwanted
  if (unwanted.effective === null) return queueRemoval(ctx, tx, at, memberId)
  const locked = await lockEvent(tx, at)
  const effective = effectiveOn(locked.text, unwanted.effective, zone)
  if (effective.range === 'all') return queueRemoval(ctx, tx, at, memberId)
  await refuseWhenLeaving(tx, at, effective)
  const row = { ...existingEvent(ctx, memberId, at, locked, effective), operation: 'delete' as const }
  await insertRows(tx, [row])
  return { event: at.event, rows: [row] }
}

/** While the event is being moved, in its new place. @throws Refusal 404, also when the member may not write there */
async function queueRemoval(ctx: Context, tx: Transaction, at: EventAt, memberId: number): Promise<Queued> {
  const { event } = at
  const place = await placeToBe(tx, { ...at, ...(await lockEvent(tx, at)) }, memberId)
  const row = {
    ...existingEvent(ctx, memberId, place, place),
    operation: 'delete' as const,
    askedUid: place.calendar.url === at.calendar.url && place.event.uid === event.uid ? null : event.uid,
  }
  await insertRows(tx, [row])
  return { event, rows: [row] }
}

type Place = EventAt & Pick<CachedEvent, 'href' | 'etag'>

/** Where the event stands once the queued moves are done; locks the calendars. @throws Refusal 404 */
async function placeToBe(tx: Transaction, place: Place, memberId: number): Promise<Place> {
  const departure = await selectDeparture(tx, place, null)
  if (departure === null || departure === 'removed') return place
  // Perhaps it is not there any more when its removal would go.
  if (departure === 'returns') throw notFound()
  const writable = await writableCalendars({ db: tx }, memberId)
  const calendar = writable.find(({ url }) => url === departure.url)
  if (calendar === undefined) throw notFound()
  await lockCalendars(tx, [calendar.id])
  const { uid, href } = departure
  return placeToBe(
    tx,
    { event: { ...place.event, calendarId: calendar.id, uid }, href, calendar, etag: null },
    memberId,
  )
}

/** Tells the authors how their rows stand. After the commit the drain is to be woken. */
export function announceQueued(ctx: Context, tx: Transaction, { rows }: Queued): void {
  for (const { status = 'pending', ...row } of rows) announceStatus(ctx, tx, row, status)
}
