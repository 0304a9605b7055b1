import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { calendars } from '../platform/db/schema'
import type { CalendarRow } from './calendars'

/** The columns that decide what other members see of a calendar. */
type Opening = Pick<CalendarRow, 'id' | 'visibility' | 'isShared'>

/**
 * The id under which other members see one of its owner's calendars because the owner has opened it: all that show as
 * busy look like the first of them. Null: they do not see it, or as shared. Pure.
 */
export function openIdAmong(ofOwner: readonly Opening[], calendarId: number): number | null {
  const calendar = ofOwner.find(({ id }) => id === calendarId)
  if (calendar === undefined || calendar.isShared || calendar.visibility === 'private') return null
  if (calendar.visibility === 'household') return calendarId
  const busy = ofOwner.filter(({ isShared, visibility }) => visibility === 'busy' && !isShared)
  return Math.min(...busy.map(({ id }) => id))
}

/** What decides that about all calendars of one owner, by id. */
export function openingsOf(db: Executor, ownerId: number): Promise<Opening[]> {
  const { id, visibility, isShared } = calendars
  return db.select({ id, visibility, isShared }).from(calendars).where(eq(calendars.userId, ownerId)).orderBy(asc(id))
}

/** `openIdAmong` for a calendar as it is now. */
export async function openIdOf({ db }: { db: Executor }, calendarId: number): Promise<number | null> {
  const [calendar] = await db
    .select({ ownerId: calendars.userId })
    .from(calendars)
    .where(and(eq(calendars.id, calendarId), eq(calendars.isShared, false)))
  return calendar === undefined ? null : openIdAmong(await openingsOf(db, calendar.ownerId), calendarId)
}
