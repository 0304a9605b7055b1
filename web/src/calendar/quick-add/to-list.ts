import { text } from '../../i18n'
import { uuid } from '../../lib/uuid'
import { changeList, listWrites } from '../../lists/writes/queue'
import { showUndo, UNDO_MS } from '../../ui/toast'

/** Adds an item to a list; for five seconds it can be taken back. `words`: what is told of it. */
export function addToList(listId: number, item: string, words: string): void {
  const id = changeList({ kind: 'add', listId, clientId: uuid(), text: item }, UNDO_MS)
  showUndo(words, text().common.undo, () => listWrites.cancel(id))
}
