import type { ComponentChildren } from 'preact'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import type { Offer } from '../data/unfinished'
import { FormDialog } from '../forms/form-dialog'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { changedIn } from '../lib/changed'
import { TextField } from '../ui/field'
import { removeItem } from './remove'
import { changeList } from './writes/queue'
import type { ViewItem } from './writes/view'

interface ItemDialogProps<Content extends { text: string }> {
  listId: number
  item: ViewItem
  text: string
  onText: (text: string) => void
  /** What is wrong with the text, in words; falsy when nothing is. */
  textProblem: string | false | undefined
  offer: Offer
  /** What the item said when it was opened, and what it is to say; null: something is wrong, and nothing is saved. */
  onSubmit: () => { before: Content; after: Content } | null
  onClose: () => void
  /** The fields below the text. */
  children: ComponentChildren
}

/** The dialog of an item: its text, and what else an item of its list says. Saves what was changed in it. */
export function ItemDialog<Content extends { text: string }>(props: ItemDialogProps<Content>) {
  const { listId, item, text, onText, textProblem, offer, onSubmit, onClose, children } = props
  const { common } = useText()
  const lists = useListsText()
  const submit = () => {
    const contents = onSubmit()
    if (contents === null) return
    const { before, after } = contents
    const change = changedIn(before, after)
    if (Object.keys(change).length > 0) {
      changeList({ kind: 'change', listId, item: item.name, text: after.text, change })
    }
    offer.finish()
    onClose()
  }
  const remove = () => {
    onClose()
    removeItem(listId, item, lists)
  }
  return (
    <FormDialog
      title={lists.editItem(item.text)}
      onClose={onClose}
      onSubmit={submit}
      action={common.save}
      offer={offer}
      onDelete={remove}
    >
      <TextField
        label={lists.itemText}
        value={text}
        onInput={onText}
        maxLength={MAX_ITEM_LENGTH}
        autoComplete="off"
        error={textProblem}
      />
      {children}
    </FormDialog>
  )
}
