import type { Item, ItemChange } from '../../data/types'
import type { Queued } from '../../outbox/queued'

/** An item's id, or before it has one the UUID that this client gave it. */
export type ItemName = number | string

/** Everything a person can do to lists without a connection. `text` is for telling about it. */
export type ListChange =
  | { kind: 'add'; listId: number; clientId: string; text: string }
  | { kind: 'change'; listId: number; item: ItemName; text: string; change: ItemChange }
  | { kind: 'remove'; listId: number; item: ItemName; text: string }
  | { kind: 'clear'; listId: number; items: ItemName[]; text: string }
  | { kind: 'change-list'; listId: number; text: string; change: { name?: string; isShared?: boolean } }
  | { kind: 'delete-list'; listId: number; text: string }

export type ListWrite = Queued & ListChange

const REMOVALS: readonly ListChange['kind'][] = ['remove', 'clear', 'delete-list']

export const isRemoval = ({ kind }: ListChange): boolean => REMOVALS.includes(kind)

/** Removals and changes of a list say the same however often; what is done to an item goes under a key. */
export const isIdempotent = (change: ListChange): boolean => isRemoval(change) || change.kind === 'change-list'

/** What is done to an item means nothing without its addition. */
export const dependsOn = (later: ListChange, earlier: ListChange): boolean =>
  earlier.kind === 'add' && 'item' in later && later.item === earlier.clientId

/** One at a time, so that everybody sees them in order; what can still be taken back holds nothing up. */
export const heads = (open: readonly ListWrite[]): ListWrite[] =>
  open.filter(({ undoUntil }) => undoUntil === 0).slice(0, 1)

/** After an addition the writes behind it learn the item's id. */
export function answered(writes: readonly ListWrite[], write: ListWrite, answer: unknown): readonly ListWrite[] {
  if (write.kind !== 'add') return writes
  const { clientId } = write
  const { id } = answer as Item
  const named = (item: ItemName) => (item === clientId ? id : item)
  return writes.map((one) => {
    if ('item' in one) return { ...one, item: named(one.item) }
    if ('items' in one) return { ...one, items: one.items.map(named) }
    return one
  })
}
