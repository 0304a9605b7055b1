import { useRef, useState } from 'preact/hooks'
import type { ItemChange } from '../data/types'
import { keptValue } from '../data/unfinished'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { CloudOff, GripVertical } from '../ui/icons'
import { showUndo } from '../ui/toast'
import { editorForm, ItemEditor } from './item-editor'
import type { Handle } from './sortable'
import { changeList, listWrites } from './writes/queue'
import type { ViewItem } from './writes/view'

interface ItemRowProps {
  listId: number
  item: ViewItem
  /** Somebody has just added it. */
  isFresh: boolean
  /** Props of the grip; null for none. */
  handle: Handle | null
}

/** One item: the tick, the text (a tap edits it) and the grip. */
export function ItemRow({ listId, item, isFresh, handle }: ItemRowProps) {
  const lists = useListsText()
  const [isEditing, setEditing] = useState(() => keptValue(editorForm(listId, item)) !== null)
  // The value of the first render: the animation runs once.
  const [wasFresh] = useState(isFresh)
  const textButton = useRef<HTMLButtonElement>(null)
  const closeEditor = (keepsFocus: boolean) => {
    setEditing(false)
    if (keepsFocus) requestAnimationFrame(() => textButton.current?.focus())
  }
  return (
    <li class={`item ${wasFresh ? 'fresh' : ''}`} data-key={item.key}>
      <Tick listId={listId} item={item} />
      {isEditing ? (
        <ItemEditor listId={listId} item={item} onClose={closeEditor} onReopen={() => setEditing(true)} />
      ) : (
        <>
          <button
            ref={textButton}
            type="button"
            class="item-text"
            aria-label={lists.editItem(item.text)}
            onClick={() => setEditing(true)}
          >
            {item.text}
          </button>
          {item.isWaiting && <CloudOff class="waiting" aria-label={lists.waiting} />}
          {handle && (
            <button
              type="button"
              class="grip"
              aria-label={lists.reorder(item.text)}
              aria-describedby="reorder-how"
              {...handle}
            >
              <GripVertical aria-hidden="true" />
            </button>
          )}
        </>
      )}
    </li>
  )
}

/** The round tick; checking can be taken back for five seconds and puts the item back where it was. */
export function Tick({ listId, item }: { listId: number; item: ViewItem }) {
  const { common } = useText()
  const lists = useListsText()
  const { name, text, checked, rank } = item
  const change = (change: ItemChange) => changeList({ kind: 'change', listId, item: name, text, change })
  const toggle = () => {
    const id = change({ checked: !checked })
    if (checked) return
    showUndo(lists.checked(text), common.undo, () => {
      if (listWrites.cancel(id)) return
      change({ checked: false })
      change({ position: rank })
    })
  }
  return <input type="checkbox" class="tick" aria-label={text} checked={checked} onChange={toggle} />
}
