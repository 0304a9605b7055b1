import { and, asc, between, eq, gte, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { MySqlColumn } from 'drizzle-orm/mysql-core'
import { BIRTHDAYS_CALENDAR_ID } from '../../household/birthdays-calendar'
import { nameOfMember } from '../../household/people'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { birthdays, members, persons } from '../../platform/db/schema'
import { formatIsoDate, parseIsoDate } from '../ical/civil'
import { dayStart, type Zone } from '../ical/zone'
import { byStartThenTitle, type CachedOccurrence } from '../window/occurrence'
import type { Days } from '../window/reader'
import { type BirthDate, birthdaysWithin, formatBirthDate, monthDaysOf, parseBirthDate } from './dates'

export type BirthdayRow = typeof birthdays.$inferSelect

/** Somebody's day of birth, under a UID of its own. */
interface Born extends BirthDate {
  uid: string
  name: string
}

interface Data {
  db: Executor
}

/**
 * The birthdays in these days, at most a year of them: those of the household's list and those of its people; as all-day
 * occurrences, by start and then title.
 */
export async function readBirthdays(ctx: Context, days: Days): Promise<CachedOccurrence[]> {
  const [zone, listed, people] = await Promise.all([
    householdZone(ctx),
    readListed(ctx, isAmong(birthdays.monthDay, days)),
    readBirthdaysOfPeople(ctx),
  ])
  return [...listed.map(bornOf), ...people].flatMap((born) => occurrencesOf(born, days, zone)).sort(byStartThenTitle)
}

/** Those of the list that ask for a reminder and can have their birthday on one of these days. */
export const readReminded = (ctx: Data, days: Days): Promise<BirthdayRow[]> =>
  readListed(ctx, and(isAmong(birthdays.monthDay, days), ne(birthdays.reminder, 'none')))

/** The household's list by day of the year, then name. */
export const readListed = ({ db }: Data, condition?: SQL): Promise<BirthdayRow[]> =>
  db.select().from(birthdays).where(condition).orderBy(asc(birthdays.monthDay), asc(birthdays.name), asc(birthdays.id))

/** One of the list; undefined: there is none. */
export const readBirthday = async (ctx: Data, id: number): Promise<BirthdayRow | undefined> =>
  (await readListed(ctx, eq(birthdays.id, id)))[0]

/** The UID of a birthday of the list; those of people have one by their person. */
export const uidOf = ({ id }: Pick<BirthdayRow, 'id'>) => `birthday-${id}@corkboard`

/** `Hilde (76)`, the same in every language. */
export const titleOf = (name: string, age: number | null) => (age ? `${name} (${age})` : name)

const bornOf = (row: BirthdayRow): Born => ({ uid: uidOf(row), name: row.name, monthDay: row.monthDay, year: row.year })

async function readBirthdaysOfPeople({ db }: Data): Promise<Born[]> {
  const rows = await db
    .select({
      id: persons.id,
      name: persons.name,
      birthday: persons.birthday,
      memberId: persons.memberId,
      displayName: members.displayName,
    })
    .from(persons)
    .leftJoin(members, eq(members.id, persons.memberId))
    .where(isNotNull(persons.birthday))
  return rows.map(({ id, name, birthday, memberId, displayName }) => ({
    uid: `birthday-of-person-${id}@corkboard`,
    name: (memberId === null ? name : nameOfMember({ id: memberId, displayName })) ?? '',
    ...parseBirthDate(birthday!)!,
  }))
}

function isAmong(monthDay: MySqlColumn, days: Days): SQL | undefined {
  const { first, last } = monthDaysOf(days)
  return first <= last ? between(monthDay, first, last) : or(gte(monthDay, first), lte(monthDay, last))
}

const occurrencesOf = ({ uid, name, ...date }: Born, days: Days, zone: Zone): CachedOccurrence[] =>
  birthdaysWithin(date, days).map(({ day, age }) => ({
    calendarId: BIRTHDAYS_CALENDAR_ID,
    uid,
    title: titleOf(name, age),
    location: null,
    categories: [],
    allDay: true,
    start: day,
    end: formatIsoDate(parseIsoDate(day)! + 1),
    startsAt: dayStart(zone, day).getTime(),
    isRecurring: true,
    recurrenceId: day,
    isTransparent: true,
    isPrivate: false,
    seriesStart: date.year === null ? null : formatBirthDate(date),
    reminderLeadMinutes: null,
    reminderIsCustom: false,
    birthday: { name, age },
  }))
