import { asc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { prepared } from '../platform/db/prepared'
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
  visibility: calendars.visibility,
  personId: calendars.personId,
}

/** The columns that name a calendar and its owner; to be selected with the owner's row joined. */
export const CALENDAR_AND_OWNER = {
  id: calendars.id,
  displayName: calendars.displayName,
  isShared: calendars.isShared,
  ownerId: calendars.userId,
  ownerName: members.displayName,
}

/** The ways to see a calendar: as one's own, as everybody's, as its owner opened it, or as times when its owner is busy. */
export const ACCESSES = ['own', 'shared', 'household', 'busy'] as const
export type Access = (typeof ACCESSES)[number]

/** A calendar as one member may use it. */
export interface MemberCalendar {
  id: number
  url: string
  source: CalendarRow['source']
  displayName: string
  /** As the server or the owner chose it; occurrences carry the owner's colour instead. */
  color: string
  isShared: boolean
  ownerId: number
  ownerName: string | null
  ownerColor: string
  isOwn: boolean
  access: Access
  /** Whom its events are for, where they say nothing else; null: nobody is named. */
  personId: number | null
  /** Its owner does not want to see it. */
  isHidden: boolean
  /** When it was last read from its server whole; null: never yet. */
  lastSyncedAt: Date | null
  /** The last attempt to read it, or the account it belongs to, did not work. */
  isFailing: boolean
  /** The row whose owner's account writes for this member, null when the member may only read. */
  writesThrough: number | null
}

/** Whether another member has opened it to the household, or the times when they are busy. */
export const isOpened = ({ access }: MemberCalendar): boolean => access === 'household' || access === 'busy'

/**
 * The members whose own days stand in these calendars, by id. The shared one tells everybody's, and public holidays
 * nobody's.
 */
export function ownersOf(seen: readonly MemberCalendar[]): number[] {
  const own = seen.filter(({ access, source }) => access !== 'shared' && source !== 'holidays')
  return [...new Set(own.map(({ ownerId }) => ownerId))].toSorted((a, b) => a - b)
}

/**
 * Whether others are told of an event only when it is: of all in a busy calendar, and in an open one of what its owner's
 * program keeps private. In a feed that is a word of whoever publishes it, and does not count.
 */
export const isOnlyTimes = ({ access, source }: MemberCalendar, { isPrivate }: { isPrivate: boolean }): boolean =>
  access === 'busy' || (access === 'household' && source === 'caldav' && isPrivate)

/**
 * The member's own calendars by id, then the household's shared one. A member's own row with the shared calendar's URL is
 * left out: the member sees the shared calendar, and writes to it through that row.
 */
export async function readableCalendars({ db }: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  return readableOf(memberId, await readable(db).execute({ memberId }))
}

/**
 * The calendars on a member's screens: the readable ones without the own ones that they have hidden, then by id those
 * that others have opened. What several rows name by one URL is shown once: by the readable one, else by the first.
 */
export async function householdCalendars({ db }: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  const rows = await seen(db).execute({ memberId })
  const own = rows.filter(({ ownerId, isShared }) => ownerId === memberId || isShared)
  const isSeen = ({ isOwn, isHidden }: MemberCalendar) => !(isOwn && isHidden)
  return [...readableOf(memberId, own).filter(isSeen), ...openOf(rows, own)]
}

/** What the household sees when none of its members looks: the shared calendar, then by id those that are opened. */
export async function calendarsOpenToHousehold({ db }: { db: Executor }): Promise<MemberCalendar[]> {
  const rows = await select(db, or(IS_SHARED, IS_OPEN))
  const shared = rows.filter(({ isShared }) => isShared)
  return [...readableOf(null, shared), ...openOf(rows, shared)]
}

const IS_SHARED = eq(calendars.isShared, true)
const IS_OPEN = ne(calendars.visibility, 'private')
const IS_OWN = eq(calendars.userId, sql.placeholder('memberId'))

const readable = prepared((db) => select(db, or(IS_OWN, IS_SHARED)).prepare())
const seen = prepared((db) => select(db, or(IS_OWN, IS_SHARED, IS_OPEN)).prepare())

type Row = Awaited<ReturnType<typeof select>>[number]

/** Calendars with their owners, the shared one last. */
function select(db: Executor, condition: SQL | undefined) {
  return db
    .select({
      ...OWN_CALENDAR,
      ...CALENDAR_AND_OWNER,
      ownerColor: members.color,
      source: calendars.source,
      writable: calendars.writable,
      lastSyncedAt: calendars.lastSyncedAt,
      lastError: calendars.lastError,
      isAccountFailing: calendarCredentials.unreadable,
    })
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, calendars.userId))
    .where(condition)
    .orderBy(asc(calendars.isShared), asc(calendars.id))
}

/** A member's own rows and the shared one, as the member uses them; null: somebody who is no member. */
function readableOf(memberId: number | null, rows: readonly Row[]): MemberCalendar[] {
  const shared = rows.find((row) => row.isShared)
  return rows
    .filter((row) => row === shared || row.url !== shared?.url)
    .map((row) => {
      const ownTwin = rows.find((twin) => twin.url === row.url && twin.ownerId === memberId && twin.writable)
      return {
        ...calendarOf(row),
        isOwn: row.ownerId === memberId,
        access: row.isShared ? 'shared' : 'own',
        writesThrough: ownTwin?.id ?? (row.writable ? row.id : null),
      }
    })
}

/** The rows that their owners have opened, without those whose URL a known or an earlier one has. */
function openOf(rows: readonly Row[], known: readonly Row[]): MemberCalendar[] {
  const urls = new Set(known.map(({ url }) => url))
  return rows.flatMap((row) => {
    if (row.visibility === 'private' || urls.has(row.url)) return []
    urls.add(row.url)
    return { ...calendarOf(row), isOwn: false, access: row.visibility, writesThrough: null }
  })
}

function calendarOf({ visibility: _, writable: __, lastError, isAccountFailing, ...row }: Row) {
  // A subscription belongs to no account.
  const isUnreachable = row.source === 'caldav' && isAccountFailing === true
  return { ...row, isFailing: lastError !== null || isUnreachable }
}

/** The readable calendars that the member may write to. */
export async function writableCalendars(ctx: { db: Executor }, memberId: number): Promise<MemberCalendar[]> {
  return (await readableCalendars(ctx, memberId)).filter(isWritable)
}

/** Whether an account takes what the member writes there: their own, or its owner's. */
export const isWritable = (calendar: MemberCalendar) => calendar.writesThrough !== null

/** Every calendar on a CalDAV server with its owner, by id: the shared one is one of them. */
export async function allCalendars({ db }: { db: Executor }) {
  return db
    .select(CALENDAR_AND_OWNER)
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .where(eq(calendars.source, 'caldav'))
    .orderBy(asc(calendars.id))
}

/** Who may read a calendar, for announcements: everyone the shared one, the owner any other. */
export function readersOf(calendar: Pick<CalendarRow, 'isShared' | 'userId'>): Readers {
  return calendar.isShared ? 'everyone' : [calendar.userId]
}
