import { eq } from 'drizzle-orm'
import { calendarChanged } from '../../household/announcements'
import { readersOf } from '../../household/calendars'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'

export type Calendar = typeof calendars.$inferSelect

/** A calendar's row, null when there is none. */
export async function loadCalendar(ctx: Context, calendarId: number): Promise<Calendar | null> {
  const [row] = await ctx.db.select().from(calendars).where(eq(calendars.id, calendarId))
  return row ?? null
}

/** Tells those who may read the calendar at this moment that it has changed. */
export async function announce(ctx: Context, calendarId: number): Promise<void> {
  const calendar = await loadCalendar(ctx, calendarId)
  if (calendar !== null) announceTo(ctx, calendar)
}

/** `announce` for a calendar that may be gone by now; `openId` is that of one that is (`Topics.calendar`). */
export function announceTo(
  ctx: Context,
  calendar: Pick<Calendar, 'id' | 'userId' | 'isShared'>,
  openId?: number | null,
): void {
  ctx.hub.publish(calendarChanged(calendar.id, readersOf(calendar), openId))
}
