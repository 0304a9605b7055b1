import type { RefObject } from 'preact'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import { useListsText } from '../i18n/lists'
import { Plus } from '../ui/icons'

interface AddItemFormProps {
  text: string
  onInput: (text: string) => void
  /** Called with the text without blanks around it, which is not empty. */
  onAdd: (text: string) => void
  isBusy?: boolean
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A line to type an item into; the button comes with the first letter. */
export function AddItemForm({ text, onInput, onAdd, isBusy = false, inputRef }: AddItemFormProps) {
  const lists = useListsText()
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
        aria-label={lists.add}
        placeholder={lists.addPlaceholder}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        maxLength={MAX_ITEM_LENGTH}
        enterkeyhint="done"
        autocomplete="off"
      />
      {trimmed !== '' && (
        <button type="submit" class="button primary" aria-busy={isBusy || undefined}>
          {lists.addShort}
        </button>
      )}
    </form>
  )
}
