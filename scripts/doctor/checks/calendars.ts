import { asc, eq } from 'drizzle-orm'
import { nameOfMember } from '../../../src/household/people'
import { members, calendars as table } from '../../../src/platform/db/schema'
import { HOUR_MS } from '../../../src/platform/durations'
import { check, counted, ok, tablesOf, type Verdict, warn } from '../check'

export interface CalendarFacts {
  id: number
  owner: string
  /** Null: never yet. */
  lastSyncedAt: Date | null
}

const OLD_MS = HOUR_MS

export const calendars = check(
  'calendars',
  async (source): Promise<CalendarFacts[]> => {
    const rows = await tablesOf(source)
      .select({ id: table.id, lastSyncedAt: table.lastSyncedAt, ownerId: members.id, displayName: members.displayName })
      .from(table)
      .innerJoin(members, eq(members.id, table.userId))
      .where(eq(table.source, 'caldav'))
      .orderBy(asc(table.id))
    return rows.map(({ id, lastSyncedAt, ownerId, displayName }) => ({
      id,
      lastSyncedAt,
      owner: nameOfMember({ id: ownerId, displayName }),
    }))
  },
  judgeCalendars,
)

export function judgeCalendars(facts: CalendarFacts[], now: Date): Verdict {
  const old = facts.filter(
    ({ lastSyncedAt }) => lastSyncedAt === null || now.getTime() - lastSyncedAt.getTime() > OLD_MS,
  )
  if (old.length === 0) return ok(`${counted(facts.length, 'calendar')}, each read within the hour`)
  const named = old.map(
    ({ id, owner, lastSyncedAt }) => `${id} of ${owner} (${lastSyncedAt?.toISOString() ?? 'never'})`,
  )
  return warn(
    `${old.length} of ${counted(facts.length, 'calendar')} not read for over an hour: ${named.join(', ')}`,
    'Household → Are the calendars up to date? says why',
  )
}
