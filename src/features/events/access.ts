import { and, eq, inArray } from 'drizzle-orm'
import type { EventRef } from '../../calendar/event-ref'
import { isWritable, type MemberCalendar, readableCalendars, writableCalendars } from '../../household/calendars'
import type { Executor } from '../../platform/db/client'
import { events } from '../../platform/db/schema'
import { forbidden, notFound, Refusal } from '../../platform/http-errors'

/** An event as one of its readers finds it. */
export interface FoundEvent {
  event: EventRef
  calendar: MemberCalendar
  text: string
}

/**
 * Finds an event through the member who asks, in one calendar or in all the member may read; the member's own come
 * first, and those that may be written to. @throws Refusal 404, also for what only others may read
 */
export async function findEvent(
  db: Executor,
  memberId: number,
  { calendarId, uid, recurrenceId }: EventRef,
): Promise<FoundEvent> {
  const readable = await readableCalendars({ db }, memberId)
  const calendars = readable.filter(({ id }) => calendarId === null || id === calendarId)
  if (calendars.length === 0) throw notFound()
  const rows = await db
    .select({ calendarId: events.calendarId, uid: events.uid, text: events.rawVevent })
    .from(events)
    .where(
      and(
        eq(events.uid, uid),
        inArray(
          events.calendarId,
          calendars.map(({ id }) => id),
        ),
      ),
    )
  // The database compares texts without the blanks at their ends.
  const named = rows.filter((row) => row.uid === uid)
  const textByCalendar = new Map(named.map((row) => [row.calendarId, row.text]))
  const holding = calendars.filter(({ id }) => textByCalendar.has(id))
  const calendar = holding.find(isWritable) ?? holding[0]
  if (calendar === undefined) throw notFound()
  return { event: { calendarId: calendar.id, uid, recurrenceId }, calendar, text: textByCalendar.get(calendar.id)! }
}

/** The same for an event that is about to be changed. @throws Refusal 404, 403 where the member may only read */
export async function findWritableEvent(db: Executor, memberId: number, event: EventRef): Promise<FoundEvent> {
  const found = await findEvent(db, memberId, event)
  if (!isWritable(found.calendar)) throw forbidden()
  return found
}

/** A calendar to write to, by its URL. @throws Refusal 403 for any that the member may not write to */
export async function targetCalendar(db: Executor, memberId: number, url: string): Promise<MemberCalendar> {
  const calendars = await writableCalendars({ db }, memberId)
  const calendar = calendars.find((candidate) => candidate.url === url)
  if (calendar === undefined) throw forbidden()
  return calendar
}

/** Where a new event goes that names no calendar: the first of the member's own. @throws Refusal 422 without any */
export async function defaultCalendar(db: Executor, memberId: number): Promise<MemberCalendar> {
  const calendars = await writableCalendars({ db }, memberId)
  const personal = calendars.find(({ isOwn, isShared }) => isOwn && !isShared)
  if (personal === undefined) throw new Refusal(422, 'You have no calendar of your own that can be written to')
  return personal
}
