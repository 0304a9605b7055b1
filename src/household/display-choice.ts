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

/** What a display shows at one moment: of what was chosen that which is shared, or open to the household. */
export interface Shown {
  /** The shared one first, then by id. */
  calendars: MemberCalendar[]
  listIds: number[]
}

/** What each display shows now. */
export async function readShown(db: Executor): Promise<{ on(displayId: number): Shown }> {
  const [open, chosen, shared] = await Promise.all([
    calendarsOpenToHousehold({ db }),
    db.select().from(displayCalendars),
    db
      .select({ displayId: displayLists.displayId, listId: displayLists.listId })
      .from(displayLists)
      .innerJoin(lists, and(eq(lists.id, displayLists.listId), eq(lists.isShared, true)))
      .orderBy(asc(displayLists.listId)),
  ])
  const isOn = (displayId: number) => (row: { displayId: number }) => row.displayId === displayId
  return {
    on: (displayId) => {
      const ids = new Set(chosen.filter(isOn(displayId)).map(({ calendarId }) => calendarId))
      return {
        calendars: open.filter(({ id }) => ids.has(id)),
        listIds: shared.filter(isOn(displayId)).map(({ listId }) => listId),
      }
    },
  }
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
