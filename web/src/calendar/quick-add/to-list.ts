import { queries, queryClient } from '../../data/queries'
import type { List } from '../../data/types'
import { text } from '../../i18n'
import { uuid } from '../../lib/uuid'
import { changeList, listWrites } from '../../lists/writes/queue'
import { showUndo, UNDO_MS } from '../../ui/toast'

/**
 * Adds an item to a list, of which the service reads it where it is for shopping; for five seconds it can be taken back.
 * `words`: what is told of it.
 */
export function addToList(listId: number, item: string, words: string): void {
  const lists = queryClient.getQueryData<List[]>(queries.lists.queryKey) ?? []
  const isToBuy = lists.some(({ id, kind }) => id === listId && kind === 'shopping')
  const read = isToBuy && { read: { text: item } }
  const id = changeList({ kind: 'add', listId, clientId: uuid(), text: item, ...read }, UNDO_MS)
  showUndo(words, text().common.undo, () => listWrites.cancel(id))
}
