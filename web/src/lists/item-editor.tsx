import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import { forget, useKeptText } from '../data/unfinished'
import { useListsText } from '../i18n/lists'
import { IconButton } from '../ui/button'
import { Trash2 } from '../ui/icons'
import { removeItem } from './remove'
import { offerUndo } from './undo'
import { changeList } from './writes/queue'
import type { ViewItem } from './writes/view'

interface ItemEditorProps {
  listId: number
  item: ViewItem
  /** `keepsFocus`: it was closed from the keyboard, so the focus stays with the item. */
  onClose: (keepsFocus: boolean) => void
  onReopen: () => void
}

/** The key of an editor's text on the device: a reloaded page opens the editor again. */
export const editorForm = (listId: number, { key }: ViewItem) => `list-${listId}-item-${key}`

/** Edits an item in its row: Enter and leaving save, Escape does not, and can be taken back. */
export function ItemEditor({ listId, item, onClose, onReopen }: ItemEditorProps) {
  const lists = useListsText()
  const form = editorForm(listId, item)
  // As it was opened: what others change meanwhile is no change of this line.
  const [opened] = useState(item.text)
  const [text, setText] = useKeptText(form, opened)
  const input = useRef<HTMLInputElement>(null)
  const isClosed = useRef(false)

  // At once: a phone opens its keyboard for a touch that is still being answered.
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const close = (keepsFocus: boolean) => {
    isClosed.current = true
    forget(form)
    onClose(keepsFocus)
  }
  const save = (keepsFocus: boolean) => {
    if (isClosed.current) return
    const trimmed = text.trim()
    if (trimmed !== '' && trimmed !== opened) {
      changeList({ kind: 'change', listId, item: item.name, text: trimmed, change: { text: trimmed } })
    }
    close(keepsFocus)
  }
  const leave = () => {
    close(true)
    if (text.trim() === opened) return
    const undo = () => {
      setText(text)
      onReopen()
    }
    offerUndo({ key: item.key, text: lists.unchanged(item.text), undo }, () => lists.unchangedBrief)
  }
  const remove = () => {
    close(false)
    removeItem(listId, item, lists)
  }

  return (
    <form
      class="item-editor"
      onSubmit={(event) => {
        event.preventDefault()
        save(true)
      }}
      onFocusOut={(event) => {
        const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!isInside) save(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
      }}
    >
      <input
        ref={input}
        aria-label={lists.itemText}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        maxLength={MAX_ITEM_LENGTH}
        enterkeyhint="done"
        autocomplete="off"
      />
      <IconButton label={lists.deleteItem(item.text)} onClick={remove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </form>
  )
}
