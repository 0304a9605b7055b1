import { queries, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useListVerbsText } from '../i18n/list-verbs'
import { closeDialog, Dialog } from '../ui/dialog'
import { ListMark } from './list-mark'
import { viewLists } from './writes/applied'
import { useListWrites } from './writes/queue'

interface MoveDialogProps {
  from: List
  /** How many items are ticked. */
  count: number
  onChoose: (to: List) => void
  onClose: () => void
}

/** Asks for the list to which what is ticked goes. */
export function MoveDialog({ from, count, onChoose, onClose }: MoveDialogProps) {
  const verbs = useListVerbsText()
  const { data: lists = [] } = useQuery(queries.lists)
  const others = viewLists(lists, useListWrites()).filter(({ id }) => id !== from.id)
  return (
    <Dialog title={verbs.moveTitle(count)} onClose={onClose}>
      <ul class="list-choice">
        {others.map((list) => (
          <li key={list.id}>
            <button
              type="button"
              onClick={(event) => {
                onChoose(list)
                closeDialog(event.currentTarget)
              }}
            >
              <ListMark list={list} />
              {list.name}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
