import { useEffect, useRef } from 'preact/hooks'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { announce } from '../ui/announce'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { Check, ListChecks } from '../ui/icons'
import { showUndo, UNDO_MS } from '../ui/toast'
import { ItemRow } from './item-row'
import { useSortable } from './sortable'
import { changeList, listWrites } from './writes/queue'
import { doneItems, openItems, rankAt, type ViewItem } from './writes/view'

interface ItemsProps {
  listId: number
  items: readonly ViewItem[]
  isShopping: boolean
}

/** What is left, in its order, and below what is done. */
export function Items({ listId, items, isShopping }: ItemsProps) {
  const lists = useListsText()
  const open = openItems(items)
  const done = doneItems(items)
  const isFresh = useFresh(items)
  const list = useRef<HTMLUListElement>(null)

  const move = (key: string, to: number) => {
    const item = open.find((candidate) => candidate.key === key)
    if (item === undefined) return
    const position = rankAt(items, key, to)
    changeList({ kind: 'change', listId, item: item.name, text: item.text, change: { position } })
    announce(lists.moved(item.text, to + 1, open.length))
  }
  const handle = useSortable({ list, onMove: move })

  return (
    <>
      <p id="reorder-how" hidden>
        {lists.reorderHow}
      </p>
      {items.length === 0 && (
        <Empty icon={<ListChecks aria-hidden="true" />} title={lists.emptyList.title} body={lists.emptyList.body} />
      )}
      {open.length === 0 && done.length > 0 && <Empty icon={<Check aria-hidden="true" />} title={lists.allDone} />}
      {open.length > 0 && (
        <ul class="card items" ref={list} aria-label={lists.items}>
          {open.map((item) => (
            <ItemRow
              key={item.key}
              listId={listId}
              item={item}
              isFresh={isFresh(item.key)}
              handle={isShopping ? null : handle(item.key, item.text)}
            />
          ))}
        </ul>
      )}
      {done.length > 0 && <Done listId={listId} items={done} />}
    </>
  )
}

function Done({ listId, items }: { listId: number; items: readonly ViewItem[] }) {
  const { common } = useText()
  const lists = useListsText()
  const clear = () => {
    const names = items.map(({ name }) => name)
    const id = changeList({ kind: 'clear', listId, items: names, text: lists.doneItems }, UNDO_MS)
    showUndo(lists.cleared(names.length), common.undo, () => listWrites.cancel(id))
  }
  return (
    <section class="done" aria-labelledby="done-heading">
      <header>
        <h2 id="done-heading">
          {lists.doneItems} <small>{items.length}</small>
        </h2>
        <Button kind="quiet" onClick={clear}>
          {lists.clearDone}
        </Button>
      </header>
      <ul class="items" aria-label={lists.doneItems}>
        {items.map((item) => (
          <ItemRow key={item.key} listId={listId} item={item} isFresh={false} handle={null} />
        ))}
      </ul>
    </section>
  )
}

/** Tells which items have come since the list was opened, so that what others add catches the eye once. */
function useFresh(items: readonly ViewItem[]): (key: string) => boolean {
  const known = useRef<Set<string> | null>(null)
  known.current ??= new Set(items.map(({ key }) => key))
  const seen = known.current
  useEffect(() => {
    for (const { key } of items) seen.add(key)
  })
  return (key) => !seen.has(key)
}
