import { eq, inArray } from 'drizzle-orm'
import type { TopicTexts } from '../../platform/announcements/topic-texts'
import type { Executor } from '../../platform/db/client'
import { listItems, listShares, lists } from '../../platform/db/schema'
import type { Announcement } from '../../platform/hub'

type ListAnnouncement = Announcement<'list'>

const idOf = ({ payload }: ListAnnouncement) => payload.id
const isOfItem = ({ type }: ListAnnouncement) => type === 'item:added'
const isOfList = ({ type }: ListAnnouncement) => type === 'list:updated'
const idsOf = (told: readonly ListAnnouncement[]) => [...new Set(told.map(idOf))]

/** The names of lists and the texts of items are not stored with what is announced of them. */
export const listTexts: TopicTexts<'list'> = {
  withoutText(told) {
    const { text: _, name: __, ...payload } = told.payload
    return { ...told, payload }
  },
  async withText(db, announcements) {
    const items = await textsOf(db, idsOf(announcements.filter(isOfItem)))
    const found = await listsOf(db, [
      ...new Set(announcements.filter((one) => isOfItem(one) || isOfList(one)).map(({ listId }) => listId)),
    ])
    return announcements.map((told) => {
      if (!isOfItem(told) && !isOfList(told)) return told
      const list = found.get(told.listId)
      const written = isOfItem(told) ? items.get(placeOf(told.listId, idOf(told))) : list && { name: list.name }
      if (list === undefined || written === undefined) return null
      // Whoever has lost the list since must not hear what was written later.
      const readers = told.readers.filter((id) => list.readers.has(id))
      return { ...told, payload: { ...told.payload, ...written }, readers }
    })
  },
}

/** Announcements that are told again, each with its text as it is now; without those of what is gone. */
export async function asTheyAreNow(db: Executor, told: readonly ListAnnouncement[]): Promise<ListAnnouncement[]> {
  const now = await listTexts.withText(db, told.map(listTexts.withoutText))
  return now.filter((one) => one !== null)
}

/** Of items where they stand now: in another list others may read what was written since. */
async function textsOf(db: Executor, ids: number[]) {
  if (ids.length === 0) return new Map<string, { text: string }>()
  const rows = await db
    .select({ id: listItems.id, listId: listItems.listId, text: listItems.text })
    .from(listItems)
    .where(inArray(listItems.id, ids))
  return new Map(rows.map(({ id, listId, text }) => [placeOf(listId, id), { text }]))
}

const placeOf = (listId: number, id: number) => `${listId} ${id}`

/** Names and readers of lists, by id; in one statement, so that nobody hears a name that was given after they lost the list. */
async function listsOf(db: Executor, ids: number[]) {
  const found = new Map<number, { name: string; readers: Set<number> }>()
  if (ids.length === 0) return found
  const rows = await db
    .select({ id: lists.id, name: lists.name, ownerId: lists.ownerId, readerId: listShares.userId })
    .from(lists)
    .leftJoin(listShares, eq(listShares.listId, lists.id))
    .where(inArray(lists.id, ids))
  for (const { id, name, ownerId, readerId } of rows) {
    const { readers } = found.getOrInsertComputed(id, () => ({ name, readers: new Set([ownerId]) }))
    if (readerId !== null) readers.add(readerId)
  }
  return found
}
