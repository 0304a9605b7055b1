import type { listItems } from '../../platform/db/schema'
import type { Item } from './model'

export type ItemRow = typeof listItems.$inferSelect

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
