import { useRef, useState } from 'preact/hooks'
import { useReachable } from '../data/connection'
import type { List } from '../data/types'
import { keptValue } from '../data/unfinished'
import { useListsText } from '../i18n/lists'
import { focusNext } from '../lib/focus'
import { memo } from '../lib/memo'
import { IconButton } from '../ui/button'
import { CloudOff, GripVertical, Pencil } from '../ui/icons'
import { ChoreMarks } from './chores/marks'
import type { Edited } from './edited-item'
import { editorForm, ItemEditor } from './item-editor'
import { useLongPress } from './long-press'
import type { Handle } from './sortable'
import { type OnTick, useTick } from './tick'
import type { ViewItem } from './writes/view'

/** What all rows of a list share. What is a function has to stay the same, or all of them are drawn again. */
export interface RowsProps {
  listId: number
  /** Undefined while the list is not known. */
  kind: List['kind']
  /** Whether somebody has just added it. */
  isFresh?: (key: string) => boolean
  onTick?: OnTick | undefined
  /** Opens the dialog of an item. */
  onEdit: (edited: Edited) => void
}

interface ItemRowProps extends RowsProps {
  item: ViewItem
  /** Makes the props of the grip; null for none. */
  handle: ((key: string, text: string) => Handle) | null
}

/**
 * One item: a tap anywhere ticks it, a long press or the pencil edits it, the grip moves it. It is drawn again only when
 * it changes: a list may be long, and a tick is answered at once.
 */
export const ItemRow = memo(Row)

function Row({ listId, kind, item, isFresh, handle, onTick, onEdit }: ItemRowProps) {
  const lists = useListsText()
  const [isEditing, setEditing] = useState(() => keptValue(editorForm(listId, item)) !== null)
  // The value of the first render: the animation runs once.
  const [wasFresh] = useState(() => isFresh?.(item.key) ?? false)
  const row = useRef<HTMLLIElement>(null)
  const tick = useTick(listId, item, onTick)
  const editor = editorOf(kind, item)
  const edit = () => (editor === 'line' ? setEditing(true) : onEdit({ item, editor }))
  const { isHeld, handlers } = useLongPress(edit)
  const closeEditor = (keepsFocus: boolean) => {
    setEditing(false)
    if (keepsFocus) focusNext(() => row.current?.querySelector<HTMLElement>('.tick'))
  }
  const states = { checked: item.checked, fresh: wasFresh, held: isHeld }
  const marks = Object.entries(states).flatMap(([name, is]) => (is ? name : []))
  return (
    <li class={['item', ...marks].join(' ')} data-key={item.key} ref={row}>
      {isEditing && editor === 'line' ? (
        <>
          <input {...tick} />
          <ItemEditor listId={listId} item={item} onClose={closeEditor} onReopen={() => setEditing(true)} />
        </>
      ) : (
        <>
          <label class="item-tap" {...handlers}>
            <input {...tick} />
            <span class="item-text">
              {item.text}
              <ChoreMarks item={item} isDone={item.checked} />
            </span>
            {item.amount && <span class="item-amount">{item.amount}</span>}
          </label>
          {item.isWaiting && <Waiting />}
          <IconButton class="item-edit" label={lists.editItem(item.text)} onClick={edit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          {handle && (
            <button
              type="button"
              class="grip"
              aria-label={lists.reorder(item.text)}
              aria-describedby="reorder-how"
              {...handle(item.key, item.text)}
            >
              <GripVertical aria-hidden="true" />
            </button>
          )}
        </>
      )}
    </li>
  )
}

/** What an item is edited with: a line where it is nothing but a text. */
function editorOf(kind: List['kind'], item: ViewItem): 'chore' | 'grocery' | 'line' {
  if (kind === 'chores' || item.due !== undefined || item.repeat !== undefined) return 'chore'
  return kind === 'shopping' || item.amount !== undefined || item.section !== undefined ? 'grocery' : 'line'
}

/** What is sent at once has not waited: the sign comes after a while, or where there is no connection. */
function Waiting() {
  const lists = useListsText()
  const isReachable = useReachable()
  return <CloudOff class={isReachable ? 'waiting soon' : 'waiting'} aria-label={lists.waiting} />
}
