import { and, asc, eq } from 'drizzle-orm'
import { type Announcing, announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { nextRevision } from '../platform/db/revision'
import { calendars, persons } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { badRequest, notFound } from '../platform/http-errors'
import type { Readers } from '../platform/live'
import { calendarChanged } from './announcements'
import { type CalendarRow, OWN_CALENDAR } from './calendars'
import { openIdAmong } from './open-calendars'

/** A calendar as its owner keeps it. */
export type OwnCalendar = Pick<CalendarRow, keyof typeof OWN_CALENDAR>

/** What its owner decides about a calendar; what is left out stays. */
export type OwnCalendarChange = Partial<Omit<OwnCalendar, 'id' | 'url' | 'isShared'>>

/** The member's own calendars, by id. */
export async function ownCalendars(ctx: Pick<Context, 'db'>, memberId: number): Promise<OwnCalendar[]> {
  return ctx.db.select(OWN_CALENDAR).from(calendars).where(eq(calendars.userId, memberId)).orderBy(asc(calendars.id))
}

/** `changeOwnCalendarIn` in a transaction of its own. */
export const changeOwnCalendar = (
  ctx: Announcing & Pick<Context, 'db'>,
  memberId: number,
  calendarId: number,
  change: OwnCalendarChange,
): Promise<OwnCalendar> => inTransaction(ctx.db, (tx) => changeOwnCalendarIn(ctx, tx, memberId, calendarId, change))

/**
 * Changes one of the member's own calendars, here alone: its server hears of no name and no colour, and they stay
 * whatever it says. Returns it as it is then. @throws Refusal 404, 400 for a person that is not there
 */
export async function changeOwnCalendarIn(
  ctx: Announcing,
  tx: Transaction,
  memberId: number,
  calendarId: number,
  change: OwnCalendarChange,
): Promise<OwnCalendar> {
  const own = await lockOwn(tx, memberId)
  const before = own.find(({ id }) => id === calendarId)
  if (before === undefined) throw notFound()
  if (change.personId != null) await requirePerson(tx, change.personId)
  const after = { ...before, ...change }
  const isIt = and(eq(calendars.id, calendarId), eq(calendars.userId, memberId))
  await tx
    .update(calendars)
    .set({ ...change, ...kept(change), revision: nextRevision(calendars.revision) })
    .where(isIt)
  const openBefore = openIdAmong(own, calendarId)
  const openAfter = openIdAmong(
    own.map((calendar) => (calendar === before ? after : calendar)),
    calendarId,
  )
  const { readers, isOpened } = audienceOf(before, after, memberId)
  announce(ctx, tx, calendarChanged(calendarId, readers, isOpened ? (openAfter ?? openBefore) : null))
  return after
}

/** The member's other devices look again, and others where they see anything different. */
function audienceOf(before: OwnCalendar, after: OwnCalendar, memberId: number) {
  const isSeenIn = (fields: readonly (keyof OwnCalendarChange)[]) =>
    fields.some((field) => after[field] !== before[field])
  const readers: Readers = after.isShared && isSeenIn(['displayName', 'color', 'personId']) ? 'everyone' : [memberId]
  const isOpened = isSeenIn(
    after.visibility === 'household' ? ['visibility', 'displayName', 'personId'] : ['visibility'],
  )
  return { readers, isOpened }
}

/** All of a member's calendars: how one of them is seen depends on the others. */
function lockOwn(tx: Transaction, memberId: number): Promise<OwnCalendar[]> {
  return tx
    .select(OWN_CALENDAR)
    .from(calendars)
    .where(eq(calendars.userId, memberId))
    .orderBy(asc(calendars.id))
    .for('update')
}

/** @throws Refusal 400 */
async function requirePerson(tx: Transaction, personId: number): Promise<void> {
  const [person] = await tx.select({ id: persons.id }).from(persons).where(eq(persons.id, personId))
  if (person === undefined) throw badRequest('personId: expected the id of a person')
}

/** What no sync may undo. */
const kept = ({ displayName, color }: OwnCalendarChange) => ({
  ...(displayName !== undefined && { ownName: displayName }),
  ...(color !== undefined && { ownColor: color }),
})
