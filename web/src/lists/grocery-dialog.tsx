import { useState } from 'preact/hooks'
import { BUILT_IN_SECTIONS } from '../../../src/household/shopping/built-in'
import { MAX_AMOUNT_LENGTH, MAX_ITEM_LENGTH, MAX_SECTION_LENGTH } from '../../../src/platform/limits'
import { queries, useQuery } from '../data/queries'
import { useFields } from '../data/unfinished'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { SelectRow, TextField } from '../ui/field'
import { UNDO_MS } from '../ui/toast'
import { UnfinishedOffer } from '../ui/unfinished'
import { sectionName } from './sections/names'
import { offerUndo } from './undo'
import { changeList, listWrites } from './writes/queue'
import type { ViewItem } from './writes/view'

interface GroceryDialogProps {
  listId: number
  item: ViewItem
  onClose: () => void
}

/** The choice of a section that is not there yet; no section can have this name, which ends in a blank. */
const OWN = 'own '
const NONE = ''

/** What an item of a shopping list says: what, how much, and where it is found. */
export default function GroceryDialog({ listId, item, onClose }: GroceryDialogProps) {
  const { common } = useText()
  const lists = useListsText()
  const initial = { text: item.text, amount: item.amount ?? '', section: item.section ?? NONE, own: '' }
  const { fields, change, offer } = useFields(`list-${listId}-grocery-${item.key}`, initial, {
    nameOf: ({ text = '' }) => text.trim(),
  })
  const [error, setError] = useState('')
  const set = (changes: Partial<typeof initial>) => change({ ...fields, ...changes })
  const sections = useSections(listId, fields.section)

  const submit = () => {
    const text = fields.text.trim()
    setError(text === '' ? lists.itemTextNeeded : '')
    if (text === '') return
    const section = (fields.section === OWN ? fields.own.trim() : fields.section) || null
    const said = { text, amount: fields.amount.trim() || null, section }
    const before = { text: item.text, amount: item.amount ?? null, section: item.section ?? null }
    const changed = Object.entries(said).filter(([name, value]) => value !== before[name as keyof typeof before])
    if (changed.length > 0) {
      changeList({ kind: 'change', listId, item: item.name, text, change: Object.fromEntries(changed) })
    }
    offer.finish()
    onClose()
  }
  const remove = () => {
    offer.finish()
    onClose()
    const id = changeList({ kind: 'remove', listId, item: item.name, text: item.text }, UNDO_MS)
    offerUndo({ key: id, text: lists.deleted(item.text), undo: () => listWrites.cancel(id) }, lists.deletedBrief)
  }
  return (
    <Dialog
      title={lists.editItem(item.text)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" onClick={remove}>
            {common.delete}
          </Button>
          <Button
            kind="quiet"
            onClick={(event) => {
              offer.finish()
              closeDialog(event.currentTarget)
            }}
          >
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit">
            {common.save}
          </Button>
        </>
      }
    >
      {offer.what !== null && <UnfinishedOffer what={offer.what} onResume={offer.resume} onDiscard={offer.discard} />}
      <TextField
        label={lists.itemText}
        value={fields.text}
        onInput={(text) => set({ text })}
        maxLength={MAX_ITEM_LENGTH}
        autoComplete="off"
        error={error}
      />
      <TextField
        label={lists.amount}
        value={fields.amount}
        onInput={(amount) => set({ amount })}
        maxLength={MAX_AMOUNT_LENGTH}
        autoComplete="off"
      />
      <SelectRow
        label={lists.section}
        value={fields.section}
        options={[
          { value: NONE, label: lists.noSection },
          ...sections.map((value) => ({ value, label: sectionName(lists.sections, value) })),
          { value: OWN, label: lists.ownSection },
        ]}
        onChange={(section) => set({ section })}
      />
      {fields.section === OWN && (
        <TextField
          label={lists.ownSectionName}
          value={fields.own}
          onInput={(own) => set({ own })}
          maxLength={MAX_SECTION_LENGTH}
          autoComplete="off"
          autoFocus
        />
      )}
    </Dialog>
  )
}

/** Those that every shop has, and before them the household's own: what this list uses or has an order for. */
function useSections(listId: number, chosen: string): string[] {
  const { data: items = [] } = useQuery(queries.items(listId))
  const { data: all = [] } = useQuery(queries.lists)
  const order = all.find(({ id }) => id === listId)?.sectionOrder ?? []
  const used = [...order, ...items.flatMap(({ section }) => section ?? []), chosen]
  const known: readonly string[] = BUILT_IN_SECTIONS
  const own = used.filter((section) => section !== NONE && section !== OWN && !known.includes(section))
  return [...new Set([...own.toSorted(), ...BUILT_IN_SECTIONS])]
}
