import { and, asc, count, eq, gte, lt, sql } from 'drizzle-orm'
import { dayStart } from '../../calendar/ical/zone'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import {
  completedChores,
  completedChoresOfPersons,
  listItems,
  listShares,
  lists,
  members,
  persons,
} from '../../platform/db/schema'
import { isListReader, shareOf } from '../shared/lists'
import { findList } from './access'
import type { ItemRow } from './present'

/** Days, the end not among them. */
interface Days {
  start: string
  end: string
}

/** Open items of the lists that a member may read, which are due on these days, the earliest first. */
export async function readChores(
  { db }: Context,
  memberId: number,
  { start, end }: Days,
): Promise<{ item: ItemRow; listName: string }[]> {
  const { checked, due, dueTime, id } = listItems
  return db
    .select({ item: listItems, listName: lists.name })
    .from(listItems)
    .innerJoin(lists, eq(lists.id, listItems.listId))
    .leftJoin(listShares, shareOf(memberId))
    .where(and(eq(checked, false), gte(due, start), lt(due, end), isListReader(memberId)))
    .orderBy(asc(due), asc(dueTime), asc(id))
}

/**
 * How many chores of a list each member has done on these days of the household, and each person without sign-in; by
 * name. @throws Refusal 404, 403
 */
export async function readHistory(ctx: Context, memberId: number, listId: number, { start, end }: Days) {
  const { db } = ctx
  await findList(db, memberId, listId)
  const zone = await householdZone(ctx)
  const [from, to] = [dayStart(zone, start), dayStart(zone, end)]
  const isWithin = (table: typeof completedChores | typeof completedChoresOfPersons) =>
    and(eq(table.listId, listId), gte(table.doneAt, from), lt(table.doneAt, to))
  const [ofMembers, ofPersons] = await Promise.all([
    db
      .select({ userId: members.id, displayName: members.displayName, count: count() })
      .from(completedChores)
      .innerJoin(members, eq(members.id, completedChores.userId))
      .where(isWithin(completedChores))
      .groupBy(members.id)
      .orderBy(asc(members.displayName), asc(members.id)),
    db
      .select({ personId: persons.id, name: sql<string>`${persons.name}`, count: count() })
      .from(completedChoresOfPersons)
      .innerJoin(persons, eq(persons.id, completedChoresOfPersons.personId))
      .where(isWithin(completedChoresOfPersons))
      .groupBy(persons.id)
      .orderBy(asc(persons.name), asc(persons.id)),
  ])
  return { members: ofMembers, ...(ofPersons.length === 0 ? {} : { people: ofPersons }) }
}
