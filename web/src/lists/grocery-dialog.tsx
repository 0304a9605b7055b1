import { useState } from 'preact/hooks'
import { BUILT_IN_SECTIONS } from '../../../src/household/shopping/built-in'
import { MAX_AMOUNT_LENGTH, MAX_SECTION_LENGTH } from '../../../src/platform/limits'
import { queries, useQuery } from '../data/queries'
import { useFields } from '../data/unfinished'
import { useProblems } from '../forms/problems'
import { useListsText } from '../i18n/lists'
import { SelectField, TextField } from '../ui/field'
import { ItemDialog } from './item-dialog'
import { sectionName } from './sections/names'
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
  const lists = useListsText()
  // As it was opened: what others change meanwhile is no change of this form.
  const [opened] = useState(item)
  const initial = { text: opened.text, amount: opened.amount ?? '', section: opened.section ?? NONE, own: '' }
  const { fields, change, offer } = useFields(`list-${listId}-grocery-${item.key}`, initial, {
    nameOf: ({ text = '' }) => text.trim(),
  })
  const text = fields.text.trim()
  const { problems, check } = useProblems({ text: text === '' && lists.itemTextNeeded })
  const set = (changes: Partial<typeof initial>) => change({ ...fields, ...changes })
  const sections = useSections(listId, fields.section)

  const submit = () => {
    if (!check()) return null
    const section = (fields.section === OWN ? fields.own.trim() : fields.section) || null
    return {
      before: { text: opened.text, amount: opened.amount ?? null, section: opened.section ?? null },
      after: { text, amount: fields.amount.trim() || null, section },
    }
  }
  return (
    <ItemDialog
      listId={listId}
      item={item}
      text={fields.text}
      onText={(typed) => set({ text: typed })}
      textProblem={problems.text}
      offer={offer}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={lists.amount}
        value={fields.amount}
        onInput={(amount) => set({ amount })}
        maxLength={MAX_AMOUNT_LENGTH}
        autoComplete="off"
      />
      <SelectField
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
    </ItemDialog>
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
