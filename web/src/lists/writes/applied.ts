import type { Item, List } from '../../data/types'
import { isRemoval, type ListChange } from './write'

/** The items of the server once a write is answered, until the list is read again. */
export function withAnswer(items: readonly Item[], write: ListChange, answer: unknown): Item[] {
  if (write.kind === 'change-list' || write.kind === 'delete-list') return [...items]
  const changed = isRemoval(write) ? [] : [answer as Item]
  const gone = 'items' in write ? write.items : 'item' in write ? [write.item] : []
  return [...items.filter(({ id }) => !gone.includes(id) && id !== changed[0]?.id), ...changed]
}

/** The lists with the waiting writes applied. */
export function viewLists(lists: readonly List[], writes: readonly ListChange[]): List[] {
  let view = [...lists]
  for (const write of writes) {
    if (write.kind === 'delete-list') view = view.filter(({ id }) => id !== write.listId)
    if (write.kind === 'change-list') {
      view = view.map((list) => (list.id === write.listId ? { ...list, ...write.change } : list))
    }
  }
  return view
}
