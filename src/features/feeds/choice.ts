import { and, inArray } from 'drizzle-orm'
import { householdCalendars, isOpened, type MemberCalendar, readableCalendars } from '../../household/calendars'
import type { Executor } from '../../platform/db/client'
import { listShares, lists } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import { isListReader, type ListRow, shareOf } from '../shared/lists'

/** What somebody has chosen for a feed, by id. */
export interface Choice {
  calendars: readonly number[]
  lists: readonly number[]
}

/** Every calendar that a member may read now: own and shared ones, then those that others have opened. */
async function visibleCalendars(db: Executor, memberId: number): Promise<MemberCalendar[]> {
  const [readable, household] = await Promise.all([
    readableCalendars({ db }, memberId),
    householdCalendars({ db }, memberId),
  ])
  return [...readable, ...household.filter(isOpened)]
}

/** The ids that a member knows a calendar by: of the shared one also that of the own row with its address. */
const idsOf = ({ id, writesThrough }: MemberCalendar) => (writesThrough === null ? [id] : [id, writesThrough])

/** @throws Refusal 404 for a calendar or a list that the member may not read */
export async function refuseUnreadable(db: Executor, memberId: number, choice: Choice): Promise<void> {
  const visible = await visibleCalendars(db, memberId)
  // All busy calendars of one owner look like the first of them: the others are not known to exist.
  const firstBusy = Map.groupBy(
    visible.filter(({ access }) => access === 'busy'),
    ({ ownerId }) => ownerId,
  )
  const hidden = new Set([...firstBusy.values()].flatMap((those) => idsButFirst(those)))
  const known = new Set(visible.filter(({ id }) => !hidden.has(id)).flatMap(idsOf))
  if (!choice.calendars.every((id) => known.has(id))) throw notFound()
  const readable = await chosenLists(db, memberId, choice.lists)
  if (readable.length < new Set(choice.lists).size) throw notFound()
}

const idsButFirst = (calendars: readonly MemberCalendar[]) =>
  calendars
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(1)

/**
 * The chosen calendars that the member may read at this moment, the shared one first and then by id. One that shows as
 * busy stands for all of its owner that do.
 */
export async function chosenCalendars(
  db: Executor,
  memberId: number,
  chosen: readonly number[],
): Promise<MemberCalendar[]> {
  const visible = await visibleCalendars(db, memberId)
  const wanted = visible.filter((calendar) => idsOf(calendar).some((id) => chosen.includes(id)))
  const busyOwners = new Set(wanted.filter(({ access }) => access === 'busy').map(({ ownerId }) => ownerId))
  return visible
    .filter((calendar) => wanted.includes(calendar) || (calendar.access === 'busy' && busyOwners.has(calendar.ownerId)))
    .toSorted((a, b) => Number(b.isShared) - Number(a.isShared) || a.id - b.id)
}

/** The same for lists, by id. */
export async function chosenLists(db: Executor, memberId: number, chosen: readonly number[]): Promise<ListRow[]> {
  if (chosen.length === 0) return []
  const rows = await db
    .select({ list: lists })
    .from(lists)
    .leftJoin(listShares, shareOf(memberId))
    .where(and(inArray(lists.id, [...chosen]), isListReader(memberId)))
    .orderBy(lists.id)
  return rows.map(({ list }) => list)
}
