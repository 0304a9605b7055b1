import { generateKeyBetween } from 'fractional-indexing'
import type { Item, ItemChange, ItemContent } from '../../data/types'
import { standingOf } from './merge'
import { addedBy, type ItemName, type ListChange, type MovedItem, type NewItem, type Reading } from './write'

/** What is known of an item only once the service has it. */
type OfTheRow = 'id' | 'listId' | 'clientId' | 'createdAt' | 'updatedAt'

/** An item as it is drawn: what the server said, and on top of it what it has not confirmed yet. */
export interface ViewItem extends Omit<Item, OfTheRow> {
  name: ItemName
  /** Stays the same when an item that was added here gets its id. */
  key: string
  /** Something about it waits to be sent. */
  isWaiting: boolean
}

/** The items of a list in order, with the waiting writes applied to the server's answer; pure, and safe to repeat. */
export function viewItems(items: readonly Item[], writes: readonly ListChange[], listId: number): ViewItem[] {
  let view = items.map(asView).sort(byRank)
  for (const write of writes) {
    if (write.listId === listId) view = apply(view, write)
    else if (write.kind === 'move-checked' && write.toListId === listId) view = write.items.reduce(receive, view)
  }
  return view
}

/** The rank that puts an item between two neighbours; null stands for the ends. */
export function rankBetween(before: string | null, after: string | null): string {
  try {
    return generateKeyBetween(before, after)
  } catch {
    // Equal or foreign ranks have nothing between them: right after the upper one is the closest there is.
    return `${before ?? ''}V`
  }
}

/**
 * The rank that puts an item at a position among the unchecked ones. The checked ones between them count as neighbours
 * too, so that no two items get the same rank.
 */
export function rankAt(items: readonly ViewItem[], key: string, position: number): string {
  const others = items.filter((item) => item.key !== key)
  const open = openItems(others)
  const next = open[position]
  if (next !== undefined) return rankBetween(others[others.indexOf(next) - 1]?.rank ?? null, next.rank)
  const last = open.at(-1)
  if (last === undefined) return rankBetween(null, others[0]?.rank ?? null)
  return rankBetween(last.rank, others[others.indexOf(last) + 1]?.rank ?? null)
}

/** In the list's order, as they come. */
export const openItems = (items: readonly ViewItem[]) => items.filter(({ checked }) => !checked)
export const doneItems = (items: readonly ViewItem[]) => items.filter(({ checked }) => checked)

/** The rank behind the last unchecked item, where added and unchecked items go. */
function rankAtEnd(items: readonly ViewItem[]): string {
  const last = openItems(items).at(-1)
  return rankBetween(last?.rank ?? null, null)
}

const asView = ({ id, listId, clientId, createdAt, updatedAt, ...said }: Item): ViewItem => ({
  ...said,
  name: id,
  key: clientId ?? String(id),
  isWaiting: false,
})

function apply(view: ViewItem[], write: ListChange): ViewItem[] {
  switch (write.kind) {
    case 'add':
    case 'add-all':
      return addedBy(write).reduce(add, view)
    case 'change':
      return edit(view, write.item, (item) => changed(item, view, write.change))
    case 'remove':
      return view.filter((item) => !isNamed(item, write.item))
    case 'clear':
      return view.filter((item) => !write.items.some((name) => isNamed(item, name)))
    case 'untick':
      return view.map((item) => (item.checked && isMeant(item, write.items) ? untick(item) : item))
    case 'move-checked': {
      const names = write.items.map(({ item }) => item)
      return view.filter((item) => !item.checked || !isMeant(item, names))
    }
    default:
      return view
  }
}

const isMeant = (item: ViewItem, names: readonly ItemName[] | undefined) =>
  names === undefined || names.some((name) => isNamed(item, name))

const untick = ({ doneBy, doneAt, ...item }: ViewItem): ViewItem => ({ ...item, checked: false, isWaiting: true })

/** What comes from another list, ticked as it was. */
function receive(view: ViewItem[], { item: name, text, ...content }: MovedItem): ViewItem[] {
  const key = String(name)
  if (view.some((item) => isNamed(item, name))) return view
  const last = view.at(-1)?.rank ?? null
  return [...view, say({ name, key, text, checked: true, rank: rankBetween(last, null), isWaiting: true }, content)]
}

function add(view: ViewItem[], { clientId, text, details = {}, read }: NewItem): ViewItem[] {
  // The server may have it already, while its answer is still on the way.
  if (view.some(({ key }) => key === clientId)) return view
  const standing = read && standingOf(view, read.text)
  if (standing) return view.map((item) => (item === standing ? merged(item, read) : item))
  const item = { name: clientId, key: clientId, text, checked: false, rank: rankAtEnd(view), isWaiting: true }
  const { onto, ...found } = read ?? {}
  return [...view, say(item, { ...found, ...details })].sort(byRank)
}

/** The sum that was foretold, which may be in it already; what was not foretold is only known to the service. */
function merged(item: ViewItem, { onto }: Reading): ViewItem {
  const amount = onto && isNamed(item, onto.item) ? { amount: onto.amount } : {}
  return { ...item, ...amount, isWaiting: true }
}

function changed(item: ViewItem, view: readonly ViewItem[], change: ItemChange): ViewItem {
  if ('checked' in change) return check(item, view, change.checked)
  return 'position' in change ? { ...item, rank: change.position } : say(item, change)
}

/** What an item says stands in it only where that is something. */
function say(item: ViewItem, content: ItemContent): ViewItem {
  const view = { ...item }
  for (const [name, value] of Object.entries(content)) {
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) {
      delete view[name as Exclude<keyof ItemContent, 'text'>]
    } else Object.assign(view, { [name]: value })
  }
  return view
}

/** The server moves an item that is unchecked behind the last unchecked one. */
function check(item: ViewItem, view: readonly ViewItem[], checked: boolean): ViewItem {
  if (item.checked === checked) return item
  return { ...item, checked, rank: checked ? item.rank : rankAtEnd(view) }
}

function edit(view: ViewItem[], name: ItemName, change: (item: ViewItem) => ViewItem): ViewItem[] {
  return view.map((item) => (isNamed(item, name) ? { ...change(item), isWaiting: true } : item)).sort(byRank)
}

const isNamed = (item: ViewItem, name: ItemName) => item.name === name || item.key === name

/** Byte by byte, as the server orders; equal ranks by id. */
function byRank(a: ViewItem, b: ViewItem): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  if (typeof a.name === 'number' && typeof b.name === 'number') return a.name - b.name
  return typeof a.name === 'number' ? -1 : 1
}
