import { lazyDialog } from '../ui/lazy'
import { readersOf } from './list-kind'
import type { ViewItem } from './writes/view'

const ChoreDialog = lazyDialog(() => import('./chores/chore-dialog'))
const GroceryDialog = lazyDialog(() => import('./grocery-dialog'))

/** An item whose dialog is open, and which one, as it was when it was opened. */
export interface Edited {
  item: ViewItem
  editor: 'chore' | 'grocery'
}

interface EditedItemProps {
  edited: Edited
  listId: number
  items: readonly ViewItem[]
  onClose: () => void
}

/** The dialog of an item. It belongs to the list: a row goes elsewhere, or away, when somebody else ticks or deletes it. */
export function EditedItem({ edited, items, listId, onClose }: EditedItemProps) {
  const item = items.find(({ key }) => key === edited.item.key) ?? edited.item
  if (edited.editor === 'grocery') return <GroceryDialog listId={listId} item={item} onClose={onClose} />
  return <ChoreDialog listId={listId} item={item} readerIds={readersOf(listId)} onClose={onClose} />
}
