import { and, asc, eq, inArray } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import type { EventRef } from '../event-ref'
import { type CachedEvent, selectCached } from './cached-event'
import type { OutboxRow } from './jobs'
import { NOT_DONE } from './states'

/** Locks last until the transaction ends (SELECT … FOR UPDATE). */

/** An event in one of the member's calendars. */
export interface EventAt {
  event: EventRef
  calendar: MemberCalendar
}

/** A cached event in a locked calendar. */
export type LockedEvent = CachedEvent & { event: EventRef }

/**
 * Reads the event and locks its calendars. Ids of rows then grow in the order of commits, so that the drain never sees
 * a later write of an event before an earlier one.
 * @throws Refusal 404
 */
export async function lockEvent(
  tx: Transaction,
  { event, calendar }: EventAt,
  locked: readonly MemberCalendar[] = [calendar],
): Promise<LockedEvent> {
  await lockCalendars(
    tx,
    locked.map(({ id }) => id),
  )
  const cached = await selectCached(tx, calendar, event.uid)
  if (cached === null) throw notFound()
  return { event, ...cached }
}

/** Locks calendars until the transaction ends, by id, so that no two wait for each other. */
export async function lockCalendars(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: calendars.id })
    .from(calendars)
    .where(inArray(calendars.id, ids))
    .orderBy(calendars.id)
    .for('update')
}

/**
 * Locks a member's write that is not done, the other such rows of its group and their calendars; in the order of
 * queueing.
 * @throws Refusal 404, also for another member's
 */
export async function lockOwnWrite(tx: Transaction, memberId: number, id: number): Promise<OutboxRow[]> {
  const [asked] = await tx
    .select()
    .from(outbox)
    .where(isOwn(memberId, eq(outbox.id, id)))
  if (asked === undefined) throw notFound()
  const together = asked.groupId === null ? eq(outbox.id, id) : eq(outbox.groupId, asked.groupId)
  const rows = () => tx.select().from(outbox).where(isOwn(memberId, together)).orderBy(asc(outbox.id))
  const calendarIds = (await rows()).flatMap((row) => [row.calendarId ?? [], row.destinationId ?? []].flat())
  await lockCalendars(tx, calendarIds)
  const locked = await rows().for('update')
  if (locked.length === 0) throw notFound()
  return locked
}

const isOwn = (memberId: number, condition: ReturnType<typeof eq>) =>
  and(eq(outbox.authorId, memberId), inArray(outbox.status, NOT_DONE), condition)
