import { text } from '../../i18n'
import { LONG_PATIENCE_MS, soon } from '../../lib/patience'
import { uuid } from '../../lib/uuid'
import { readChore } from '../../lists/chores/read'
import type { ChoreLine } from '../../lists/chores/sentence'
import { kindOf } from '../../lists/list-kind'
import { changeList, listWrites } from '../../lists/writes/queue'
import { showUndo, UNDO_MS } from '../../ui/toast'

/** What a list of chores understands of an item; null where that is nothing, or nobody answers soon. */
export async function choreFor(listId: number, item: string): Promise<ChoreLine | null> {
  if (kindOf(listId) !== 'chores') return null
  return soon(readChore(listId, item), LONG_PATIENCE_MS)
}

/**
 * Adds an item to a list, of which the service reads it where it is for shopping; for five seconds it can be taken back.
 * `words`: what is told of it.
 */
export function addToList(listId: number, item: string | ChoreLine, words: string): void {
  const { text: said, ...details } = typeof item === 'string' ? { text: item } : item
  const read = kindOf(listId) === 'shopping' && { read: { text: said } }
  const more = Object.keys(details).length > 0 && { details }
  const id = changeList({ kind: 'add', listId, clientId: uuid(), text: said, ...read, ...more }, UNDO_MS)
  showUndo(words, text().common.undo, () => listWrites.cancel(id))
}
