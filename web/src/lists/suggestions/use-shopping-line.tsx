import { useListsText } from '../../i18n/lists'
import { useAfterPause } from '../../ui/after-pause'
import { UNDO_MS } from '../../ui/toast'
import { addToShopping } from '../add-shopping'
import { offerUndo } from '../undo'
import { changeList, listWrites } from '../writes/queue'
import { useCombobox } from './combobox'
import { useReader } from './reader'
import { Strip } from './strip'
import { useSuggestions } from './use-suggestions'

interface ShoppingLineOptions {
  listId: number
  text: string
  /** The list is for shopping. */
  isWanted: boolean
  hasSuggestions: boolean
  /** It was added: the line is to be empty. */
  onAdded: () => void
}

/** What the line of a shopping list knows more than others: what is read in it, and what was added before. */
export function useShoppingLine({ listId, text, isWanted, hasSuggestions, onAdded }: ShoppingLineOptions) {
  const lists = useListsText()
  const reader = useReader(isWanted)
  const read = text.trim() === '' ? null : (reader?.readItemLine(text) ?? null)
  const typed = read?.text ?? text.trim()
  const hasStrip = isWanted && hasSuggestions
  const suggestions = useSuggestions(listId, typed, hasStrip)
  // What is typed counts, and is what would be added.
  const offered = (suggestions ?? []).map((one) => ({ ...one, amount: read?.amount ?? one.amount }))

  const pick = (index: number) => {
    const { text, amount } = offered[index]!
    addToShopping(listId, [{ text, amount }], { canUndo: true })
    onAdded()
  }
  const forget = (index: number) => {
    const { text } = offered[index]!
    const id = changeList({ kind: 'forget', listId, forgets: text, text }, UNDO_MS)
    const undo = () => listWrites.cancel(id)
    offerUndo({ key: id, text: lists.line.forgotten(text), undo }, lists.line.forgottenBrief)
  }
  const id = `suggestions-${listId}`
  const { line, active, optionId, letGo } = useCombobox({ id, count: offered.length, onPick: pick, onForget: forget })
  const said = useAfterPause(
    text === ''
      ? ''
      : [
          read?.amount && lists.line.read(read.amount, read.text),
          offered.length > 0 && lists.line.count(offered.length),
        ]
          .filter(Boolean)
          .join(', '),
  )
  const strip = hasStrip && (
    <Strip
      id={id}
      label={text === '' ? lists.line.recent : lists.line.suggestions}
      suggestions={offered}
      hint={text === '' && suggestions?.length === 0 ? lists.line.nothing : null}
      active={active}
      optionId={optionId}
      onPick={pick}
      onForget={forget}
    />
  )
  return { amount: read?.amount ?? null, choosing: hasStrip ? line : undefined, letGo, strip, said }
}
