import { randomUUID } from 'node:crypto'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { type EventAt, holdEvent, refuseWhenLeaving } from './holding'
import { existingEvent, insertRows, type NewRow, newEvent } from './new-rows'
import { startingForm, type Wanted } from './starting-form'

export type { Wanted } from './starting-form'

/** What was queued; to be announced after the commit. */
export interface Queued {
  /** Under which the event stands afterwards. */
  uid: string
  rows: readonly Pick<NewRow, 'authorId' | 'uid' | 'status'>[]
}

/** Queues a new event. */
export async function queueCreate(
  ctx: Context,
  db: Executor,
  calendar: MemberCalendar,
  { memberId, form }: Pick<Wanted, 'memberId' | 'form'>,
): Promise<Queued> {
  const row = newEvent(ctx, memberId, calendar, form)
  await db.insert(outbox).values(row)
  return { uid: row.uid, rows: [row] }
}

/**
 * Queues a change of an event.
 * @throws Refusal 404 when the event is not there, or its removal is queued, 409 when it was changed elsewhere
 */
export async function queueUpdate(ctx: Context, tx: Transaction, at: EventAt, wanted: Wanted): Promise<Queued> {
  const { uid, calendar } = at
  const event = await holdEvent(tx, at)
  await refuseWhenLeaving(tx, at)
  const row = {
    ...existingEvent(ctx, wanted.memberId, calendar, uid, event),
    ...(await startingForm(tx, event, { from: calendar, to: calendar }, wanted)),
    operation: 'update' as const,
    payload: JSON.stringify(wanted.form),
  }
  await insertRows(tx, [row])
  return { uid, rows: [row] }
}

/** Queues the removal of an event. @throws Refusal 404 */
export async function queueDelete(ctx: Context, tx: Transaction, at: EventAt, memberId: number): Promise<Queued> {
  const { uid, calendar } = at
  const event = await holdEvent(tx, at)
  const row = { ...existingEvent(ctx, memberId, calendar, uid, event), operation: 'delete' as const }
  await insertRows(tx, [row])
  return { uid, rows: [row] }
}

/**
 * Queues the move of an event to another calendar: a copy under a new uid with the form's changes, then the removal of
 * the original. @throws Refusal 404, 409 when the event was changed elsewhere
 */
export async function queueMove(
  ctx: Context,
  tx: Transaction,
  at: EventAt & { target: MemberCalendar },
  wanted: Wanted,
): Promise<Queued> {
  const { uid, calendar, target } = at
  const { memberId, form } = wanted
  const groupId = randomUUID()
  const event = await holdEvent(tx, at, [calendar, target])
  await refuseWhenLeaving(tx, at)
  const base = await startingForm(tx, event, { from: calendar, to: target }, wanted)
  const copy = { ...newEvent(ctx, memberId, target, form), ...base, groupId, sourceObject: event.text }
  const original = { ...existingEvent(ctx, memberId, calendar, uid, event), operation: 'delete' as const, groupId }
  await insertRows(tx, [copy, original])
  return { uid: copy.uid, rows: [copy, original] }
}

/** Tells the authors how what they have queued stands, and the drain that there is something to do. */
export function announceQueued(ctx: Context, { rows }: Queued): void {
  for (const { authorId, uid, status = 'pending' } of rows) {
    ctx.hub.publish({ topic: 'sync-status', memberId: authorId, uid, status })
  }
  ctx.signals.drain()
}
