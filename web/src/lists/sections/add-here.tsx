import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_ITEM_LENGTH } from '../../../../src/platform/limits'
import { useListsText } from '../../i18n/lists'
import { focusNext } from '../../lib/focus'
import { addLine } from '../add-shopping'

interface AddHereProps {
  listId: number
  section: string
  /** The section as it is written. */
  name: string
  onClose: () => void
}

/**
 * A line at the end of a section: Enter adds there and waits for the next, leaving it adds, too; Escape adds nothing.
 */
export function AddHere({ listId, section, name, onClose }: AddHereProps) {
  const lists = useListsText()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isClosed = useRef(false)
  useEffect(() => input.current?.focus(), [])
  /** By a key: the focus goes back to the button. */
  const close = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    isClosed.current = true
    const button = currentTarget.closest('section')?.querySelector<HTMLElement>('[aria-expanded]')
    onClose()
    focusNext(() => button)
  }
  const add = () => {
    const trimmed = text.trim()
    setText('')
    if (trimmed !== '') void addLine(listId, trimmed, section)
  }
  return (
    <form
      class="add-here"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') close(event)
        else add()
      }}
      onFocusOut={() => {
        // What is taken away loses the focus as well.
        if (isClosed.current) return
        add()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(event)
      }}
    >
      <input
        ref={input}
        class="input"
        aria-label={lists.addTo(name)}
        placeholder={lists.addTo(name)}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        maxLength={MAX_ITEM_LENGTH}
        enterkeyhint="done"
        autocomplete="off"
      />
    </form>
  )
}
