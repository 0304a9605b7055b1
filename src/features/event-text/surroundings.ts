import { asc } from 'drizzle-orm'
import { isStorableDate, parseIsoDate } from '../../calendar/ical/civil'
import type { Surroundings } from '../../calendar/text'
import { writableCalendars } from '../../household/calendars'
import { readPeople } from '../../household/people'
import { getSettings, SETTING, zoneNamed } from '../../household/settings'
import type { Context } from '../../platform/context'
import { listShares, lists } from '../../platform/db/schema'
import { badRequest } from '../../platform/http-errors'
import { isListReader, shareOf } from '../shared/lists'
import { EXPECTED_DAY } from './model'

type Known = Omit<Surroundings, 'day' | 'language'>

/** What a sentence of a member may name: people, calendars they may write to, lists they may read. */
export async function readSurroundings(ctx: Context, memberId: number): Promise<Known> {
  const [people, calendars, lists, settings] = await Promise.all([
    readPeople(ctx),
    writableCalendars(ctx, memberId),
    readListNames(ctx, memberId),
    getSettings(ctx.db, [SETTING.timezone, SETTING.country]),
  ])
  return {
    now: ctx.now(),
    zone: zoneNamed(ctx, settings[SETTING.timezone] ?? null),
    isMonthFirst: settings[SETTING.country] === 'US',
    people: people.map(({ id, name }) => ({ id, name })),
    speaker: people.find((person) => person.memberId === memberId)?.id ?? null,
    calendars: calendars.map(({ url, displayName }) => ({ url, name: displayName })),
    lists,
  }
}

const readListNames = ({ db }: Pick<Context, 'db'>, memberId: number) =>
  db
    .select({ id: lists.id, name: lists.name })
    .from(lists)
    .leftJoin(listShares, shareOf(memberId))
    .where(isListReader(memberId))
    .orderBy(asc(lists.id))

/** The number of the day looked at, null for today. @throws Refusal 400 */
export function dayNumberOf(day: string | undefined): number | null {
  if (day === undefined) return null
  const number = isStorableDate(day) ? parseIsoDate(day) : null
  if (number === null) throw badRequest(`day: ${EXPECTED_DAY}`)
  return number
}
