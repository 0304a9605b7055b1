import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import { useListsText } from '../i18n/lists'
import { Plus } from '../ui/icons'

interface AddItemFormProps {
  text: string
  onInput: (text: string) => void
  /** Called with the text without blanks around it, which is not empty. */
  onAdd: (text: string) => void
  onPaste?: (event: ClipboardEvent) => void
  isBusy?: boolean
  placeholder?: string
  inputRef?: RefObject<HTMLInputElement | null>
  /** What else the line needs where something can be chosen for it. */
  choosing?: InputHTMLAttributes<HTMLInputElement>
  /** What was read in the text: stands behind it. */
  understood?: ComponentChildren
  /** Stands at the end of the line. */
  children?: ComponentChildren
}

/** A line to type an item into; the button comes with the first letter. */
export function AddItemForm({
  text,
  onInput,
  onAdd,
  onPaste,
  isBusy = false,
  inputRef,
  choosing,
  understood,
  children,
  ...more
}: AddItemFormProps) {
  const lists = useListsText()
  const { placeholder = lists.add } = more
  const trimmed = text.trim()
  return (
    <form
      class="add-item"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed !== '') onAdd(trimmed)
      }}
    >
      <Plus aria-hidden="true" />
      <input
        ref={inputRef}
        id="add-item"
        aria-label={lists.add}
        placeholder={placeholder}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onPaste={onPaste}
        maxLength={MAX_ITEM_LENGTH}
        enterkeyhint="done"
        autocomplete="off"
        {...choosing}
      />
      {understood}
      {trimmed !== '' && (
        <button type="submit" class="button primary" aria-busy={isBusy || undefined}>
          {lists.addShort}
        </button>
      )}
      {children}
    </form>
  )
}
