import { and, eq, inArray } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import { type CachedEvent, selectCached } from './rows'

/** An event in one of the member's calendars. */
export interface EventAt {
  uid: string
  calendar: MemberCalendar
}

/** An event that is held until the transaction ends. */
export type HeldEvent = CachedEvent & { uid: string }

/**
 * The event, with its calendars held until the transaction ends: ids of rows then grow in the order in which their
 * transactions commit, and the drain never sees a later write of an event before an earlier one. @throws Refusal 404
 */
export async function holdEvent(
  tx: Transaction,
  { uid, calendar }: EventAt,
  held: readonly MemberCalendar[] = [calendar],
): Promise<HeldEvent> {
  await holdCalendars(
    tx,
    held.map(({ id }) => id),
  )
  const event = await selectCached(tx, calendar, uid)
  if (event === null) throw notFound()
  return { uid, ...event }
}

export async function holdCalendars(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: calendars.id })
    .from(calendars)
    .where(inArray(calendars.id, ids))
    .orderBy(calendars.id)
    .for('update')
}

/** An event that is about to be removed or to stand elsewhere takes no more changes. @throws Refusal 404 */
export async function refuseWhenLeaving(tx: Transaction, { uid, calendar }: EventAt): Promise<void> {
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
