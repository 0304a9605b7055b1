import { type EventForm, formOf } from '../../calendar/ical/form'
import { checkEventForm } from '../../calendar/outbox/check-form'
import { queueCreate, queueDelete, queueMove, queueUpdate } from '../../calendar/outbox/queue'
import type { Days, WindowReader } from '../../calendar/window/read'
import { readableCalendars } from '../../household/calendars'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { badRequest } from '../../platform/http-errors'
import { defaultCalendar, findEvent, findWritableEvent, targetCalendar } from './access'
import { presentForm, presentOccurrence } from './present'

/** An event as a request names it. */
export interface EventName {
  uid: string
  /** Null: whichever of the member's calendars holds the uid. */
  calendarId: number | null
}

/** What the member may read of these days, from the cache alone. */
export async function readWindow(ctx: Context, window: WindowReader, memberId: number, days: Days) {
  const calendars = await readableCalendars(ctx, memberId)
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const occurrences = await window.read([...byId.keys()], days)
  return occurrences.map((occurrence) => presentOccurrence(occurrence, byId.get(occurrence.calendarId)!))
}

/** The event as an edit dialog starts from it; of a series, the series. @throws Refusal 404 */
export async function readForm(ctx: Context, memberId: number, { uid, calendarId }: EventName) {
  const { text, calendar } = await findEvent(ctx, memberId, uid, calendarId)
  return presentForm(formOf(text, await householdZone(ctx)), calendar)
}

/** Queues a new event. Returns its uid. @throws Refusal 400, 403, 422 */
export async function createEvent(ctx: Context, memberId: number, body: unknown): Promise<string> {
  const form = validForm(body)
  const calendar =
    form.calendarUrl === undefined
      ? await defaultCalendar(ctx, memberId)
      : await targetCalendar(ctx, memberId, form.calendarUrl)
  return queueCreate(ctx, memberId, calendar, form)
}

/**
 * Queues a change of an event, or its move when the form names another calendar. Returns the uid under which the event
 * stands afterwards. @throws Refusal 400, 403, 404
 */
export async function changeEvent(
  ctx: Context,
  memberId: number,
  { uid, calendarId }: EventName,
  body: unknown,
): Promise<string> {
  const form = validForm(body)
  const event = await findWritableEvent(ctx, memberId, uid, calendarId)
  if (form.calendarUrl !== undefined && form.calendarUrl !== event.calendar.url) {
    const target = await targetCalendar(ctx, memberId, form.calendarUrl)
    return queueMove(ctx, memberId, event, target, form)
  }
  await queueUpdate(ctx, memberId, event, form)
  return uid
}

/** Queues the removal of an event. @throws Refusal 403, 404 */
export async function removeEvent(ctx: Context, memberId: number, { uid, calendarId }: EventName): Promise<void> {
  await queueDelete(ctx, memberId, await findWritableEvent(ctx, memberId, uid, calendarId))
}

function validForm(body: unknown): EventForm {
  const { form, problem } = checkEventForm(body)
  if (form === null) throw badRequest(problem)
  return form
}
