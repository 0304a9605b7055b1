import { eq } from 'drizzle-orm'
import { calendarChanged } from '../../household/announcements'
import { readersOf } from '../../household/calendars'
import { type Announcing, announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'

export type Calendar = typeof calendars.$inferSelect

/** A calendar's row, null when there is none. */
export async function loadCalendar(ctx: Context, calendarId: number): Promise<Calendar | null> {
  const [row] = await ctx.db.select().from(calendars).where(eq(calendars.id, calendarId))
  return row ?? null
}

/** Tells those who may read the calendar at this moment that it has changed. */
export async function announceCalendar(ctx: Context, calendarId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [calendar] = await tx.select().from(calendars).where(eq(calendars.id, calendarId))
    if (calendar !== undefined) announceTo(ctx, tx, calendar)
  })
}

/** The same of one that may be gone by now; `openId` is that of one that is (`Topics.calendar`). */
export function announceTo(
  ctx: Announcing,
  tx: Transaction,
  calendar: Pick<Calendar, 'id' | 'userId' | 'isShared'>,
  openId?: number | null,
): void {
  announce(ctx, tx, calendarChanged(calendar.id, readersOf(calendar), openId))
}
