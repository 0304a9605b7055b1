import { and, asc, count, eq, gte, lt } from 'drizzle-orm'
import { dayStart } from '../../calendar/ical/zone'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { completedChores, listItems, listShares, lists, members } from '../../platform/db/schema'
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

/** How many chores of a list each member has done on these days of the household; by name. @throws Refusal 404, 403 */
export async function readHistory(ctx: Context, memberId: number, listId: number, { start, end }: Days) {
  await findList(ctx.db, memberId, listId)
  const zone = await householdZone(ctx)
  const { doneAt, userId } = completedChores
  return ctx.db
    .select({ userId: members.id, displayName: members.displayName, count: count() })
    .from(completedChores)
    .innerJoin(members, eq(members.id, userId))
    .where(and(eq(completedChores.listId, listId), gte(doneAt, dayStart(zone, start)), lt(doneAt, dayStart(zone, end))))
    .groupBy(members.id)
    .orderBy(asc(members.displayName), asc(members.id))
}
