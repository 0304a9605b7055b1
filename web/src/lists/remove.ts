import type { listsText } from '../i18n/lists'
import { UNDO_MS } from '../ui/toast'
import { offerUndo } from './undo'
import { changeList, listWrites } from './writes/queue'
import type { ViewItem } from './writes/view'

/** Deletes an item; for a moment it can be taken back. */
export function removeItem(listId: number, item: ViewItem, lists: ReturnType<typeof listsText>): void {
  const id = changeList({ kind: 'remove', listId, item: item.name, text: item.text }, UNDO_MS)
  offerUndo({ key: id, text: lists.deleted(item.text), undo: () => listWrites.cancel(id) }, lists.deletedBrief)
}
