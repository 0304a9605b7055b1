import type { List } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { confirm } from '../../ui/confirm'
import { UNDO_MS } from '../../ui/toast'
import { offerUndo } from '../undo'
import { changeList, listWrites } from '../writes/queue'

/** Forgets everything that may be suggested, once somebody has said that twice; for a moment it can be taken back. */
export function useForgetAll({ id: listId, name }: List): () => Promise<void> {
  const { line } = useListsText()
  return async () => {
    const { forgetAllTitle: title, forgetAllBody: body, forgetAllAction: action } = line
    if (!(await confirm({ title, body, action, danger: true }))) return
    const id = changeList({ kind: 'forget', listId, forgets: null, text: name }, UNDO_MS)
    offerUndo({ key: id, text: line.forgetAllDone, undo: () => listWrites.cancel(id) }, () => line.forgetAllDone)
  }
}
