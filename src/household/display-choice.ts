import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { displayCalendars, displayLists, lists } from '../platform/db/schema'
import { badRequest } from '../platform/http-errors'
import { calendarsOpenToHousehold, type MemberCalendar } from './calendars'

/** What a display shows. */
export interface DisplayChoice {
  calendarIds: number[]
  listIds: number[]
}

/** What each display shows: of what was chosen for it that which is shared, or open to the household, now. */
export async function selectOpen(db: Executor): Promise<{ of(displayId: number): DisplayChoice }> {
  const open = new Set((await calendarsOpenToHousehold({ db })).map(({ id }) => id))
  const chosen = await db.select().from(displayCalendars).orderBy(asc(displayCalendars.calendarId))
  const shared = await db
    .select({ displayId: displayLists.displayId, listId: displayLists.listId })
    .from(displayLists)
    .innerJoin(lists, and(eq(lists.id, displayLists.listId), eq(lists.isShared, true)))
    .orderBy(asc(displayLists.listId))
  return {
    of: (displayId) => ({
      calendarIds: chosen
        .filter((row) => row.displayId === displayId && open.has(row.calendarId))
        .map(({ calendarId }) => calendarId),
      listIds: shared.filter((row) => row.displayId === displayId).map(({ listId }) => listId),
    }),
  }
}

/** What one display shows at this moment. */
export async function shownOn(db: Executor, displayId: number): Promise<DisplayChoice> {
  return (await selectOpen(db)).of(displayId)
}

/** The calendars that a display shows at this moment. */
export async function calendarsOfDisplay({ db }: { db: Executor }, displayId: number): Promise<MemberCalendar[]> {
  const open = await calendarsOpenToHousehold({ db })
  const chosen = await db
    .select({ id: displayCalendars.calendarId })
    .from(displayCalendars)
    .where(eq(displayCalendars.displayId, displayId))
  const ids = new Set(chosen.map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id))
}

/** @throws Refusal 400 for a calendar that is neither shared nor open to the household, or a list that is not shared */
export async function refuseWhatIsNotOpen(
  db: Executor,
  { calendarIds = [], listIds = [] }: Partial<DisplayChoice>,
): Promise<void> {
  const open = new Set((await calendarsOpenToHousehold({ db })).map(({ id }) => id))
  if (calendarIds.some((id) => !open.has(id))) {
    throw badRequest("calendarIds: expected the household's calendar and those that are open to the household")
  }
  const shared = await db.select({ id: lists.id }).from(lists).where(eq(lists.isShared, true))
  const ids = new Set(shared.map(({ id }) => id))
  if (listIds.some((id) => !ids.has(id))) throw badRequest('listIds: expected lists that are shared')
}
