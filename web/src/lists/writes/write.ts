import type { AddedItem, ItemChange, ItemContent, ListChangeBody } from '../../data/types'
import type { Queued } from '../../outbox/queued'

/** An item's id, or before it has one the UUID that this client gave it. */
export type ItemName = number | string

/** An item before the service has it. */
export interface NewItem {
  clientId: string
  text: string
  /** What it says beside its text. */
  details?: Omit<ItemContent, 'text'>
  /** The service is asked to read the text, and is believed to find this in it. */
  read?: Reading
}

/** What is read in a line of a shopping list; it says nothing that is not there. */
export interface Reading {
  text: string
  amount?: string
  section?: string
  /** The item that says the same already, and the amount that it is to say then. */
  onto?: { item: ItemName; amount: string }
}

/** A checked item on its way to another list, as that draws it until the service has moved it. */
export interface MovedItem extends ItemContent {
  item: ItemName
  text: string
}

/** Everything a person can do to lists without a connection. `text` is for telling about it. */
export type ListChange =
  | ({ kind: 'add'; listId: number } & NewItem)
  | { kind: 'add-all'; listId: number; items: NewItem[]; text: string }
  | { kind: 'change'; listId: number; item: ItemName; text: string; change: ItemChange }
  | { kind: 'remove'; listId: number; item: ItemName; text: string }
  | { kind: 'clear'; listId: number; items: ItemName[]; text: string }
  /** Without `items` whatever is ticked when it arrives. */
  | { kind: 'untick'; listId: number; items?: ItemName[]; text: string }
  | { kind: 'move-checked'; listId: number; toListId: number; items: MovedItem[]; text: string }
  /** Nobody is told any more that this was added once; null: nothing of all that was. */
  | { kind: 'forget'; listId: number; forgets: string | null; text: string }
  | { kind: 'change-list'; listId: number; text: string; change: ListChangeBody }
  | { kind: 'delete-list'; listId: number; text: string }

export type ListWrite = Queued & ListChange

/** An item is done now, even if the service hears of it tomorrow. */
export const doneNow = (): ItemChange => ({ checked: true, doneAt: new Date().toISOString() })

const REMOVALS: readonly ListChange['kind'][] = ['remove', 'clear', 'delete-list', 'forget']

export const isRemoval = ({ kind }: ListChange): boolean => REMOVALS.includes(kind)

/** Removals and changes of a list say the same however often; what is done to an item goes under a key. */
export const isIdempotent = (change: ListChange): boolean => isRemoval(change) || change.kind === 'change-list'

/** What is done to an item means nothing without its addition. */
export const dependsOn = (later: ListChange, earlier: ListChange): boolean =>
  'item' in later && addedBy(earlier).some(({ clientId }) => clientId === later.item)

/** What was ticked when somebody saw it. */
const isOfAllTicked = ({ kind }: ListChange): boolean => kind === 'untick' || kind === 'move-checked'

/** Ticks that come later are not meant by what was done to all that were ticked: that can wait no longer. */
export function behind<W extends ListWrite>(writes: readonly W[], write: W): W[] {
  const ticks = write.kind === 'change' && 'checked' in write.change
  const isOver = (one: W) => ticks && isOfAllTicked(one) && one.listId === write.listId && one.undoUntil !== 0
  return [...writes.map((one) => (isOver(one) ? { ...one, undoUntil: 0 } : one)), write]
}

/** The items that a write adds. */
export function addedBy(change: ListChange): readonly NewItem[] {
  if (change.kind === 'add-all') return change.items
  return change.kind === 'add' ? [change] : []
}

/**
 * One at a time, so that everybody sees them in order; what the service cannot take now holds up its own lists alone, and
 * what can still be taken back nothing.
 */
export function heads(open: readonly ListWrite[]): ListWrite[] {
  const next: ListWrite[] = []
  const heldUp = new Set<number>()
  for (const write of open.filter(({ undoUntil }) => undoUntil === 0)) {
    const lists = listsOf(write)
    if (!lists.some((id) => heldUp.has(id))) {
      next.push(write)
      if (write.tries === 0) break
    }
    for (const id of lists) heldUp.add(id)
  }
  return next
}

/** The lists whose items it changes. */
export const listsOf = (write: ListChange): number[] =>
  write.kind === 'move-checked' ? [write.listId, write.toListId] : [write.listId]

/** The ids that the answer to an addition tells; not of what became part of an item that stood there. */
export function ownIds(write: ListChange, answer: unknown): [ItemName, number][] {
  const items = [answer as AddedItem | AddedItem[]].flat()
  return addedBy(write).flatMap(({ clientId }, at) => {
    const { id, merged } = items[at]!
    return merged === true ? [] : [[clientId, id]]
  })
}

/**
 * After an addition the writes behind it learn the items' ids. Whoever takes back or removes what became part of an item
 * that stood there means their own: that item stays.
 */
export function answered(writes: readonly ListWrite[], write: ListWrite, answer: unknown): readonly ListWrite[] {
  const added = addedBy(write)
  if (added.length === 0) return writes
  const items = [answer as AddedItem | AddedItem[]].flat()
  const namesIn = (ids: Iterable<[ItemName, number]>) => {
    const known = new Map(ids)
    return (item: ItemName) => known.get(item) ?? item
  }
  const named = namesIn(added.map(({ clientId }, at) => [clientId, items[at]!.id]))
  const ofTheirOwn = namesIn(ownIds(write, answer))
  return writes.map((one) => {
    if (one.kind === 'remove') return { ...one, item: ofTheirOwn(one.item) }
    if (one.kind === 'clear') return { ...one, items: one.items.map(ofTheirOwn) }
    if (one.kind === 'untick') return one.items ? { ...one, items: one.items.map(named) } : one
    if (one.kind === 'move-checked') {
      return { ...one, items: one.items.map((moved) => ({ ...moved, item: named(moved.item) })) }
    }
    return 'item' in one ? { ...one, item: named(one.item) } : one
  })
}
