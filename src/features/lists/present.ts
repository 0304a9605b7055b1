import type { listItems, lists } from '../../platform/db/schema'

export type ListRow = typeof lists.$inferSelect
export type ItemRow = typeof listItems.$inferSelect

export interface Counts {
  activeCount: number
  doneCount: number
}

export const presentList = (list: ListRow) => ({
  id: list.id,
  name: list.name,
  isShared: list.isShared,
  ownerId: list.ownerId,
  createdAt: list.createdAt.toISOString(),
  updatedAt: list.updatedAt.toISOString(),
})

export const presentCountedList = (list: ListRow, { activeCount, doneCount }: Counts) => {
  const { createdAt, updatedAt, ...rest } = presentList(list)
  return { ...rest, activeCount, doneCount, createdAt, updatedAt }
}

/** An item; `clientId` only where a client gave one. */
export const presentItem = (item: ItemRow) => ({
  id: item.id,
  listId: item.listId,
  text: item.text,
  checked: item.checked,
  rank: item.rank,
  ...(item.clientId === null ? {} : { clientId: item.clientId }),
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
})

export type PresentedItem = ReturnType<typeof presentItem>
