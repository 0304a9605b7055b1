import { useRef } from 'preact/hooks'
import { useKeptText } from '../data/unfinished'
import { useListsText } from '../i18n/lists'
import { useShortcuts } from '../lib/shortcuts'
import { uuid } from '../lib/uuid'
import { AddItemForm } from './add-item-form'
import { changeList } from './writes/queue'

/** The line that adds items: type, Enter, type the next. */
export function AddItem({ listId }: { listId: number }) {
  const lists = useListsText()
  const [text, setText] = useKeptText(`list-${listId}-add`)
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: 'n', description: lists.add, run: () => input.current?.focus() }])
  const add = (typed: string) => {
    changeList({ kind: 'add', listId, clientId: uuid(), text: typed })
    setText('')
  }
  return <AddItemForm text={text} onInput={setText} onAdd={add} inputRef={input} />
}
