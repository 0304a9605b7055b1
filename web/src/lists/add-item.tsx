import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { List } from '../data/types'
import { useKeptText } from '../data/unfinished'
import { useListsText } from '../i18n/lists'
import { useShortcuts } from '../lib/shortcuts'
import { followKeyboard } from '../ui/keyboard'
import { addItems } from './add'
import { AddItemForm } from './add-item-form'
import { addLine, addLines } from './add-shopping'
import { Understood } from './chores/understood'
import { useChoreReading } from './chores/use-reading'
import { useEntered } from './entered'
import type { Kind } from './kind-choice'
import { itemsOfLines } from './lines'
import { askKind } from './list-kind'
import { AmountRead } from './suggestions/amount-read'
import { useShoppingLine } from './suggestions/use-shopping-line'
import { UndoOffer } from './undo-offer'

interface AddItemProps {
  listId: number
  /** A line of chores may say when, who and how often, one of a shopping list how much. Missing: not known yet. */
  kind?: List['kind']
  /** What was added before is offered. Not where others look on: some of it may be private. */
  hasSuggestions?: boolean
  /** The list was opened to add to it. */
  isFocused?: boolean
}

/** The line that adds items: type, Enter, type the next, or paste as many lines as there are. It also offers to take back what was done last. */
export function AddItem({ listId, kind, hasSuggestions = false, isFocused = false }: AddItemProps) {
  const lists = useListsText()
  const [text, setText] = useKeptText(`list-${listId}-add`)
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: 'n', description: lists.add, run: () => input.current?.focus() }])
  useLayoutEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  useEffect(() => (input.current?.form ? followKeyboard(input.current.form) : undefined), [])
  const [declined, setDeclined] = useState<string | null>(null)
  const isLiteral = declined === text
  const isOfChores = kind === 'chores' && !isLiteral
  const isToBuy = kind === 'shopping'
  const { chore, settle } = useChoreReading(listId, text, isOfChores)
  const shopping = useShoppingLine({
    listId,
    text,
    isWanted: isToBuy,
    hasSuggestions,
    onAdded: () => setText(''),
  })
  const begin = (typed: string, kind: Kind) => {
    const reading = kind === 'chores' && !isLiteral ? settle(typed) : null
    return async () => {
      if (kind === 'shopping' && !isLiteral) await addLine(listId, typed)
      else addItems(listId, [(await reading) ?? typed])
      return true
    }
  }
  const { isBusy, onInput, onAdd, inTurn } = useEntered({
    text,
    setText,
    add: (typed) => {
      if (kind !== undefined) return begin(typed, kind)
      const begun = askKind(listId).then((known) => begin(typed, known))
      return async () => (await begun)()
    },
  })
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const items = itemsOfLines(pasted)
    if (items.length < 2) return
    event.preventDefault()
    inTurn(async () => {
      if ((kind ?? (await askKind(listId))) === 'shopping') await addLines(listId, pasted)
      else addItems(listId, items)
    })
  }
  const decline = () => setDeclined(text)
  return (
    <AddItemForm
      text={text}
      onInput={(typed) => {
        shopping.letGo()
        onInput(typed)
      }}
      onAdd={onAdd}
      onPaste={paste}
      inputRef={input}
      understood={shopping.amount && !isLiteral && <AmountRead amount={shopping.amount} onDecline={decline} />}
      isBusy={isBusy}
      {...(shopping.choosing && { choosing: shopping.choosing })}
      {...(isToBuy && { placeholder: lists.addPlaceholder })}
      {...(kind === 'chores' && { placeholder: lists.chores.placeholder })}
    >
      <UndoOffer />
      {chore && <Understood chore={chore} onDecline={decline} />}
      {shopping.strip}
      {isToBuy && (
        <p class="visually-hidden" role="status">
          {isLiteral ? '' : shopping.said}
        </p>
      )}
    </AddItemForm>
  )
}
