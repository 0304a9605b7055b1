import type { AddedItem, ChangedItem, Item, List, ListChangeBody } from '../../data/types'
import { inOrder } from '../order'
import { type ItemName, isRemoval, type ListChange } from './write'

/** The items of the server once a write is answered, until the list is read again. */
export function withAnswer(items: readonly Item[], write: ListChange, answer: unknown): Item[] {
  if (write.kind === 'change-list' || write.kind === 'delete-list') return [...items]
  if (write.kind === 'untick') return items.map((item) => (isOf(item, write.items) ? unticked(item) : item))
  if (write.kind === 'move-checked') {
    const names = write.items.map(({ item }) => item)
    return items.filter((item) => !item.checked || !isOf(item, names))
  }
  const answered = isRemoval(write) ? [] : lastOfEach([answer as Answer | Answer[]].flat().flatMap(itemsIn))
  const gone: readonly ItemName[] = write.kind === 'clear' ? write.items : 'item' in write ? [write.item] : []
  const isOutdated = (item: Item) => isOf(item, gone) || answered.some(({ id }) => id === item.id)
  return [...items.filter((item) => !isOutdated(item)), ...answered]
}

/** Whether an item is one of those that are named; without names each is. */
const isOf = ({ id, clientId }: Item, names: readonly ItemName[] | undefined): boolean =>
  names === undefined || names.includes(id) || (clientId !== undefined && names.includes(clientId))

const unticked = ({ doneBy, doneAt, ...item }: Item): Item => ({ ...item, checked: false })
type Answer = AddedItem & ChangedItem

/** A tick may have brought another item. */
const itemsIn = ({ next, merged, ...item }: Answer): Item[] => (next === undefined ? [item] : [item, next])

/** Several that are added together may have become one. */
const lastOfEach = (items: readonly Item[]): Item[] => [...new Map(items.map((item) => [item.id, item])).values()]

/** The lists in their order, with the waiting writes applied. */
export function viewLists(lists: readonly List[], writes: readonly ListChange[]): List[] {
  let view = [...lists]
  for (const write of writes) {
    if (write.kind === 'delete-list') view = view.filter(({ id }) => id !== write.listId)
    if (write.kind === 'change-list') {
      view = view.map((list) => (list.id === write.listId ? changed(list, write.change) : list))
    }
  }
  return inOrder(view)
}

/** What is taken away is not in an answer. */
function changed(list: List, change: ListChangeBody): List {
  const { position, ...rest } = change
  const said = position === undefined ? rest : { ...rest, rank: position }
  const view: Record<string, unknown> = { ...list }
  for (const [name, value] of Object.entries(said)) {
    if (value === null || value === UNSAID[name]) delete view[name]
    else view[name] = value
  }
  return view as List
}

/** What a list says by saying nothing. */
const UNSAID: Record<string, unknown> = { kind: 'plain', grouped: false }
