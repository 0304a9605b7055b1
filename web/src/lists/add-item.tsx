import { useRef } from 'preact/hooks'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import { useKeptText } from '../data/unfinished'
import { useListsText } from '../i18n/lists'
import { useShortcuts } from '../lib/shortcuts'
import { uuid } from '../lib/uuid'
import { Plus } from '../ui/icons'
import { changeList } from './writes/queue'

/** The line that adds items: type, Enter, type the next. */
export function AddItem({ listId }: { listId: number }) {
  const lists = useListsText()
  const [text, setText] = useKeptText(`list-${listId}-add`)
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: 'n', description: lists.add, run: () => input.current?.focus() }])
  const add = () => {
    const trimmed = text.trim()
    if (trimmed === '') return
    changeList({ kind: 'add', listId, clientId: uuid(), text: trimmed })
    setText('')
  }
  return (
    <form
      class="add-item"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Plus aria-hidden="true" />
      <input
        ref={input}
        aria-label={lists.add}
        placeholder={lists.addPlaceholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        maxLength={MAX_ITEM_LENGTH}
        enterkeyhint="done"
        autocomplete="off"
      />
      {text.trim() !== '' && (
        <button type="submit" class="button primary">
          {lists.addShort}
        </button>
      )}
    </form>
  )
}
