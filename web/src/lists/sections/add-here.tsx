import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_ITEM_LENGTH } from '../../../../src/platform/limits'
import { useListsText } from '../../i18n/lists'
import { addLine } from '../add-shopping'

interface AddHereProps {
  listId: number
  section: string
  /** The section as it is written. */
  name: string
  onClose: () => void
}

/** A line at the end of a section: Enter adds there and waits for the next, Escape and leaving it empty close it. */
export function AddHere({ listId, section, name, onClose }: AddHereProps) {
  const lists = useListsText()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
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
        if (text.trim() === '') onClose()
        else add()
      }}
      onFocusOut={() => {
        add()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
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
