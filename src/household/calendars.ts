import { asc, eq, or } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { calendarCredentials, calendars, members } from '../platform/db/schema'
import type { Readers } from '../platform/live'

export type CalendarRow = typeof calendars.$inferSelect

/** The columns of a calendar that its owner sees. */
export const OWN_CALENDAR = {
  id: calendars.id,
  url: calendars.url,
  displayName: calendars.displayName,
  color: calendars.color,
  isShared: calendars.isShared,
  isHidden: calendars.isHidden,
}

/** The columns that name a calendar and its owner; to be selected with the owner's row joined. */
export const CALENDAR_AND_OWNER = {
  id: calendars.id,
  displayName: calendars.displayName,
  isShared: calendars.isShared,
  ownerId: calendars.userId,
  ownerName: members.displayName,
}

/** A calendar as one member may use it. */
export interface MemberCalendar {
  id: number
  url: string
  displayName: string
  /** As the server or the owner chose it; occurrences carry the owner's colour instead. */
  color: string
  isShared: boolean
  ownerId: number
  ownerName: string | null
  ownerColor: string
  isOwn: boolean
  /** Its owner does not want to see it. */
  isHidden: boolean
  /** When it was last read from its server whole; null: never yet. */
  lastSyncedAt: Date | null
  /** The last attempt to read it, or the account it belongs to, did not work. */
  isFailing: boolean
  /** The row whose owner's account writes for this member, null when the member may only read. */
  writesThrough: number | null
}

/**
 * The member's own calendars by id, then the household's shared one. A member's own row with the shared calendar's URL is
 * left out: the member sees the shared calendar, and writes to it through that row.
 */
export async function readableCalendars({ db }: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  const rows = await db
    .select({
      ...OWN_CALENDAR,
      ...CALENDAR_AND_OWNER,
      ownerColor: members.color,
      writable: calendars.writable,
      lastSyncedAt: calendars.lastSyncedAt,
      lastError: calendars.lastError,
      isAccountFailing: calendarCredentials.unreadable,
    })
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, calendars.userId))
    .where(or(eq(calendars.userId, memberId), eq(calendars.isShared, true)))
    .orderBy(asc(calendars.isShared), asc(calendars.id))
  const shared = rows.find((row) => row.isShared)
  return rows
    .filter((row) => row === shared || row.url !== shared?.url)
    .map(({ writable, lastError, isAccountFailing, ...row }) => {
      const ownTwin = rows.find((twin) => twin.url === row.url && twin.ownerId === memberId && twin.writable)
      const writesThrough = ownTwin?.id ?? (writable ? row.id : null)
      const isFailing = lastError !== null || isAccountFailing === true
      return { ...row, isOwn: row.ownerId === memberId, isFailing, writesThrough }
    })
}

/** The calendars on a member's screens: the readable ones without the own ones that they have hidden. */
export async function householdCalendars(ctx: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  return (await readableCalendars(ctx, memberId)).filter(({ isOwn, isHidden }) => !(isOwn && isHidden))
}

/** The readable calendars that the member may write to. */
export async function writableCalendars(ctx: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  return (await readableCalendars(ctx, memberId)).filter(isWritable)
}

export const isWritable = (calendar: MemberCalendar) => calendar.writesThrough !== null

/** Every calendar of the household with its owner, by id. */
export async function allCalendars({ db }: { db: Executor }) {
  return db
    .select(CALENDAR_AND_OWNER)
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .orderBy(asc(calendars.id))
}

/** Who may read a calendar, for announcements: everyone the shared one, the owner any other. */
export function readersOf(calendar: Pick<CalendarRow, 'isShared' | 'userId'>): Readers {
  return calendar.isShared ? 'everyone' : [calendar.userId]
}
