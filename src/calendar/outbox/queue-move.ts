import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, events } from '../../platform/db/schema'
import { pathKey } from '../caldav/path'
import { eventOf } from '../event-ref'
import { changedFields } from '../ical/changes'
import { isMeeting } from '../ical/meeting'
import { refuseWhenLeaving } from './departure'
import { type EventAt, type LockedEvent, lockEvent } from './lock'
import { existingEvent, insertRows, type NewRow, newEvent } from './new-rows'
import type { Queued } from './queue'
import { type StartingForm, startingForm, type Wanted } from './starting-form'
import { storedBase } from './stored-form'

type Moving = EventAt & { target: MemberCalendar }

/**
 * Queues the move of an event to another calendar: a copy under a new uid with the form's changes, then the removal of
 * the original. A meeting keeps its uid, or its attendees would be invited anew.
 * @throws Refusal 404, 409 when the event was changed elsewhere
 */
export async function queueMove(ctx: Context, tx: Transaction, at: Moving, wanted: Wanted): Promise<Queued> {
  const { calendar, target } = at
  const locked = await lockEvent(tx, at, [calendar, target])
  await refuseWhenLeaving(tx, at)
  const start = await startingForm(tx, locked, { from: calendar, to: target }, wanted)
  const rows = isMeeting(locked.text)
    ? await rowsOfMeeting(ctx, tx, at, { locked, start, wanted })
    : rowsOfCopy(ctx, at, { locked, start, wanted })
  await insertRows(tx, rows)
  return { event: eventOf(rows[0]!), rows }
}

interface Move {
  locked: LockedEvent
  start: StartingForm
  wanted: Wanted
}

function rowsOfCopy(ctx: Context, at: Moving, { locked, start, wanted }: Move): NewRow[] {
  const { memberId, form } = wanted
  const groupId = randomUUID()
  const copy = { ...newEvent(ctx, memberId, at.target, form), ...start, groupId, sourceObject: locked.text }
  const original = { ...existingEvent(ctx, memberId, at, locked), operation: 'delete' as const, groupId }
  return [copy, original]
}

/** The move, then what the form changes besides. */
async function rowsOfMeeting(
  ctx: Context,
  tx: Transaction,
  at: Moving,
  { locked, start, wanted }: Move,
): Promise<NewRow[]> {
  const { memberId, form } = wanted
  const common = { ...start, operation: 'update' as const, payload: JSON.stringify(form), groupId: randomUUID() }
  const destinationHref = await freeHref(tx, at.target, locked)
  const moved = existingEvent(ctx, memberId, { ...at, calendar: at.target }, { href: destinationHref, etag: null })
  const move = {
    ...existingEvent(ctx, memberId, at, locked),
    ...common,
    destinationId: moved.calendarId,
    destinationHref,
  }
  const isChanged = Object.keys(changedFields(storedBase(start), form)).length > 0
  return isChanged ? [move, { ...moved, ...common }] : [move]
}

/** Characters that every server reads alike in a `Destination`, escaped or not. */
const PLAIN_NAME = /^[\w.@~=+-]+$/

/**
 * The href of an event in another calendar. It keeps its name, as some servers do whatever they are asked (Nextcloud
 * before 31), unless that is taken or servers may read it differently.
 */
async function freeHref(tx: Transaction, { url }: MemberCalendar, { href, event }: LockedEvent): Promise<string> {
  const folder = pathKey(url, url)
  const name = href.slice(href.lastIndexOf('/') + 1)
  const kept = `${folder}${name}`
  const [other] = await tx
    .select({ uid: events.uid })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
    .where(and(eq(calendars.url, url), eq(events.href, kept), ne(events.uid, event.uid)))
    .limit(1)
  return PLAIN_NAME.test(name) && other === undefined ? kept : `${folder}${randomUUID()}.ics`
}
