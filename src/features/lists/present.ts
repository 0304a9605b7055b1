import type { listItems, lists } from '../../platform/db/schema'
import type { CountedList, Item, List } from './model'

export type ListRow = typeof lists.$inferSelect
export type ItemRow = typeof listItems.$inferSelect

type Counts = Pick<CountedList, 'activeCount' | 'doneCount'>

export const presentList = (list: ListRow): List => ({
  id: list.id,
  name: list.name,
  isShared: list.isShared,
  ownerId: list.ownerId,
  createdAt: list.createdAt.toISOString(),
  updatedAt: list.updatedAt.toISOString(),
})

export const presentCountedList = (list: ListRow, { activeCount, doneCount }: Counts): CountedList => {
  const { createdAt, updatedAt, ...rest } = presentList(list)
  return { ...rest, activeCount, doneCount, createdAt, updatedAt }
}

/** An item; `clientId` only where a client gave one. */
export const presentItem = (item: ItemRow): Item => ({
  id: item.id,
  listId: item.listId,
  text: item.text,
  checked: item.checked,
  rank: item.rank,
  ...(item.clientId === null ? {} : { clientId: item.clientId }),
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
})
