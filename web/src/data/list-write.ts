import type { Item } from './types'
import type { Entry, Outcome } from './write-queue'

/** An item's id, or before it has one the UUID that this client gave it. */
export type ItemName = number | string

/** Everything a person can do to lists without a connection. `text` is for telling about it. */
export type ListWrite =
  | { kind: 'add'; listId: number; clientId: string; text: string }
  | { kind: 'check'; listId: number; item: ItemName; text: string; checked: boolean }
  | { kind: 'rename'; listId: number; item: ItemName; text: string }
  | { kind: 'move'; listId: number; item: ItemName; text: string; position: string }
  | { kind: 'remove'; listId: number; item: ItemName; text: string }
  | { kind: 'clear'; listId: number; items: ItemName[]; text: string }
  | { kind: 'change-list'; listId: number; text: string; change: { name?: string; isShared?: boolean } }
  | { kind: 'delete-list'; listId: number; text: string }

/** After an addition the writes behind it learn the item's id; when it was refused they go with it. */
export function rewriteListWrites(
  rest: readonly Entry<ListWrite>[],
  settled: ListWrite,
  outcome: Outcome,
): Entry<ListWrite>[] {
  if (settled.kind !== 'add') return [...rest]
  const { clientId } = settled
  if (!outcome.ok) return rest.filter(({ write }) => !('item' in write && write.item === clientId))
  const { id } = outcome.answer as Item
  const named = (item: ItemName) => (item === clientId ? id : item)
  return rest.map((entry) => {
    const { write } = entry
    if ('item' in write) return { ...entry, write: { ...write, item: named(write.item) } }
    if ('items' in write) return { ...entry, write: { ...write, items: write.items.map(named) } }
    return entry
  })
}
