import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, events } from '../../platform/db/schema'
import { Refusal } from '../../platform/http-errors'
import { pathKey } from '../caldav/path'
import { type EffectiveRange, eventOf } from '../event-ref'
import { changedFields } from '../ical/changes'
import { isMeeting } from '../ical/meeting'
import { refuseWhenLeaving } from './departure'
import { effectiveOn, refuseImpossible } from './effective-range'
import { type EventAt, type LockedEvent, lockEvent } from './lock'
import { existingEvent, insertRows, type NewRow, newEvent, rangeColumns } from './new-rows'
import { type Queued, queueUpdate } from './queue'
import { REASON } from './reasons'
import { type StartingForm, startingForm, type Wanted } from './starting-form'
import { storedBase } from './stored-form'

type Moving = EventAt & { target: MemberCalendar }

/**
 * Queues a change of an event, or of occurrences; `target` is the calendar where they are to stand.
 * @throws Refusal 404 when they are not there, or their removal is queued, 409 when they were changed elsewhere, 422 when
 * the series cannot be changed so
 */
export async function queueChange(ctx: Context, tx: Transaction, at: Moving, wanted: Wanted): Promise<Queued> {
  const { calendar, target } = at
  const stays = target.url === calendar.url
  if (wanted.effective === null) return stays ? queueUpdate(ctx, tx, at, wanted) : queueMove(ctx, tx, at, wanted)
  const { text } = await lockEvent(tx, at, [calendar, target])
  const effective = effectiveOn(text, wanted.effective, wanted.zone)
  refuseImpossible(text, effective, { ...wanted, household: wanted.zone })
  const queue = stays && effective.range !== 'thisAndFuture' ? queueUpdate : queueMove
  return queue(ctx, tx, at, { ...wanted, effective })
}

/**
 * Queues what is to stand under a new uid: a copy with the form's changes, then the removal of the original. A meeting
 * that moves to another calendar keeps its uid, or its attendees would be invited anew, and moves as a whole.
 */
async function queueMove(ctx: Context, tx: Transaction, at: Moving, wanted: Wanted): Promise<Queued> {
  const { calendar, target } = at
  const locked = await lockEvent(tx, at, [calendar, target])
  await refuseWhenLeaving(tx, at, wanted.effective)
  const isOfMeeting = isMeeting(locked.text)
  // A part of it elsewhere would be another meeting to everybody who takes part.
  if (isOfMeeting && !isWhole(wanted.effective) && target.url !== calendar.url) {
    throw new Refusal(422, REASON.meetingStays.error)
  }
  const start = await startingForm(tx, locked, { from: calendar, to: target }, wanted)
  const rows =
    isOfMeeting && isWhole(wanted.effective)
      ? await rowsOfMeeting(ctx, tx, at, { locked, start, wanted })
      : rowsOfCopy(ctx, at, { locked, start, wanted })
  await insertRows(tx, rows)
  return { event: eventOf(rows[0]!), rows }
}

const isWhole = (effective: EffectiveRange | null) => effective === null || effective.range === 'all'

interface Move {
  locked: LockedEvent
  start: StartingForm
  wanted: Wanted
}

function rowsOfCopy(ctx: Context, at: Moving, { locked, start, wanted }: Move): NewRow[] {
  const { memberId, form, effective } = wanted
  const common = { ...start, ...rangeColumns(effective), groupId: randomUUID() }
  const copy = { ...newEvent(ctx, memberId, at.target, form), ...common, sourceObject: locked.text }
  const removed = isWhole(effective) ? null : effective
  const original = { ...existingEvent(ctx, memberId, at, locked, removed), operation: 'delete' as const }
  return [copy, { ...original, groupId: common.groupId }]
}

/** The move, then what the form changes besides. */
async function rowsOfMeeting(
  ctx: Context,
  tx: Transaction,
  at: Moving,
  { locked, start, wanted }: Move,
): Promise<NewRow[]> {
  const { memberId, form, effective } = wanted
  const common = {
    ...start,
    ...rangeColumns(effective),
    operation: 'update' as const,
    payload: JSON.stringify(form),
    groupId: randomUUID(),
  }
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
