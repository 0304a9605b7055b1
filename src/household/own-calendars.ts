import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { calendars } from '../platform/db/schema'
import { notFound } from '../platform/http-errors'
import { calendarChanged } from './announcements'
import { type CalendarRow, OWN_CALENDAR } from './calendars'

/** A calendar as its owner keeps it. */
export type OwnCalendar = Pick<CalendarRow, keyof typeof OWN_CALENDAR>

/** The member's own calendars, by id. */
export async function ownCalendars(ctx: Pick<Context, 'db'>, memberId: number): Promise<OwnCalendar[]> {
  return ctx.db.select(OWN_CALENDAR).from(calendars).where(eq(calendars.userId, memberId)).orderBy(asc(calendars.id))
}

/** Hides or shows one of the member's own calendars. Returns it as it is then. @throws Refusal 404 */
export async function changeOwnCalendar(
  ctx: Pick<Context, 'db' | 'hub'>,
  memberId: number,
  calendarId: number,
  change: Pick<OwnCalendar, 'isHidden'>,
): Promise<OwnCalendar> {
  const isIt = and(eq(calendars.id, calendarId), eq(calendars.userId, memberId))
  await ctx.db.update(calendars).set(change).where(isIt)
  const [calendar] = await ctx.db.select(OWN_CALENDAR).from(calendars).where(isIt)
  if (calendar === undefined) throw notFound()
  // The member's other devices look again; nobody else sees anything different.
  ctx.hub.publish(calendarChanged(calendarId, [memberId]))
  return calendar
}
