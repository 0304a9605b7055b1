import type { listItems } from '../../platform/db/schema'
import type { AddedItem, ChangedItem, Item } from './model'

export type ItemRow = typeof listItems.$inferSelect

/** An item; what it need not say only where it says it. */
export const presentItem = (item: ItemRow): Item => ({
  id: item.id,
  listId: item.listId,
  text: item.text,
  checked: item.checked,
  rank: item.rank,
  ...(item.clientId === null ? {} : { clientId: item.clientId }),
  ...(item.section === null ? {} : { section: item.section }),
  ...(item.amount === null ? {} : { amount: item.amount }),
  ...(item.due === null ? {} : { due: item.due }),
  ...(item.dueTime === null ? {} : { dueTime: item.dueTime }),
  ...(item.assigneeIds === null ? {} : { assigneeIds: item.assigneeIds }),
  ...(item.personIds === null ? {} : { personIds: item.personIds }),
  ...(item.recurrence === null ? {} : { repeat: item.recurrence }),
  ...(item.rotates ? { rotates: true } : {}),
  ...(item.doneBy === null ? {} : { doneBy: item.doneBy }),
  ...(item.doneAt === null ? {} : { doneAt: item.doneAt.toISOString() }),
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
})

/** An item and the one that comes after it, where there is one. */
export const presentChanged = (item: ItemRow, next: ItemRow | null): ChangedItem => ({
  ...presentItem(item),
  ...(next === null ? {} : { next: presentItem(next) }),
})

/** An item that was added, or the one that had the addition added to it. */
export interface Addition {
  item: ItemRow
  isMerged: boolean
}

export const presentAdded = ({ item, isMerged }: Addition): AddedItem => ({
  ...presentItem(item),
  ...(isMerged ? { merged: true } : {}),
})
