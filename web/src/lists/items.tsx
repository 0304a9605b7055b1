import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { List } from '../data/types'
import { useListsText } from '../i18n/lists'
import { focusNext } from '../lib/focus'
import { useShortcuts } from '../lib/shortcuts'
import { announce } from '../ui/announce'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { Check, ListChecks } from '../ui/icons'
import { UNDO_MS } from '../ui/toast'
import { type Edited, EditedItem } from './edited-item'
import { useGlide } from './glide'
import { ItemRow, type RowsProps } from './item-row'
import { useReveal } from './reveal'
import { useSame } from './same'
import { isBySection } from './sections/groups'
import { Sections } from './sections/sections'
import { useSettling } from './settling'
import { useSortable } from './sortable'
import { offerUndo } from './undo'
import { changeList, listWrites } from './writes/queue'
import { openItems, rankAt, type ViewItem } from './writes/view'

interface ItemsProps {
  listId: number
  /** Undefined while it is not known. */
  list: List | undefined
  items: readonly ViewItem[]
  isShopping: boolean
}

/** What is left, in its order, and below what is done. */
export function Items({ listId, list: about, items: view, isShopping }: ItemsProps) {
  const lists = useListsText()
  const items = useSame(view, keyOf)
  const isStaying = useSettling(items)
  const open = items.filter(isStaying)
  const done = items.filter((item) => !isStaying(item))
  const isFresh = useFresh(items)
  const all = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useGlide(all, orderOf(about, open, done))
  useReveal(all)
  useShortcuts([{ key: 'e', description: lists.edit, run: editFocused }])

  const move = (key: string, to: number) => {
    const item = open.find((candidate) => candidate.key === key)
    if (item === undefined) return
    const before = open.filter((one) => one !== item).slice(0, to)
    const position = rankAt(items, key, openItems(before).length)
    changeList({ kind: 'change', listId, item: item.name, text: item.text, change: { position } })
    announce(lists.moved(item.text, to + 1, open.length))
  }
  const handle = useSortable({ list, onMove: move })
  const kind = about?.kind
  const [edited, onEdit] = useState<Edited | null>(null)
  const rows = useMemo(() => ({ listId, kind, isFresh, onEdit }), [listId, kind, isFresh])
  const closeEdited = () => {
    const key = edited?.item.key
    onEdit(null)
    const row = () =>
      [...all.current!.querySelectorAll<HTMLElement>('.item')].find(({ dataset }) => dataset.key === key)
    focusNext(() => row()?.querySelector<HTMLElement>('.tick'))
  }

  return (
    <div class="all-items" ref={all}>
      <p id="reorder-how" hidden>
        {lists.reorderHow}
      </p>
      {items.length === 0 && (
        <Empty icon={<ListChecks aria-hidden="true" />} title={lists.emptyList.title} body={lists.emptyList.body} />
      )}
      {open.length === 0 && done.length > 0 && (
        <Empty
          icon={<Check aria-hidden="true" />}
          title={about?.kind === 'chores' ? lists.chores.allDone : lists.allDone}
        />
      )}
      {open.length > 0 &&
        (about && isBySection(about, open) ? (
          <Sections list={about} items={items} open={open} isShopping={isShopping} rows={rows} />
        ) : (
          <ul class="card items" ref={list} aria-label={lists.items}>
            {open.map((item) => (
              <ItemRow key={item.key} {...rows} item={item} handle={isShopping ? null : handle} />
            ))}
          </ul>
        ))}
      {open.length > 0 && <p class="hint hold-hint">{lists.holdHint}</p>}
      {done.length > 0 && <Done listId={listId} list={about} items={done} onEdit={onEdit} />}
      {edited && (
        <EditedItem key={edited.item.key} edited={edited} items={items} listId={listId} onClose={closeEdited} />
      )}
    </div>
  )
}

const keyOf = ({ key }: ViewItem): string => key

/** Tells apart what stands where. */
const orderOf = (list: List | undefined, open: readonly ViewItem[], done: readonly ViewItem[]): string =>
  JSON.stringify([list?.grouped, list?.sectionOrder, open.map(({ key, section }) => [key, section]), done.length])

/** The row that has the focus. */
function editFocused() {
  document.activeElement?.closest('.item')?.querySelector<HTMLElement>('.item-edit')?.click()
}

type DoneProps = Omit<ItemsProps, 'isShopping'> & Pick<RowsProps, 'onEdit'>

function Done({ listId, list, items, onEdit }: DoneProps) {
  const lists = useListsText()
  const clear = () => {
    const names = items.map(({ name }) => name)
    const id = changeList({ kind: 'clear', listId, items: names, text: lists.doneItems }, UNDO_MS)
    const text = lists.cleared(names.length)
    offerUndo({ key: id, text, undo: () => listWrites.cancel(id) }, () => text)
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
          <ItemRow key={item.key} listId={listId} kind={list?.kind} item={item} handle={null} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  )
}

/** Tells which items have come since the list was opened, so that what others add catches the eye once. */
function useFresh(items: readonly ViewItem[]): (key: string) => boolean {
  const [known] = useState(() => new Set(items.map(({ key }) => key)))
  const [isFresh] = useState(() => (key: string) => !known.has(key))
  useEffect(() => {
    for (const { key } of items) known.add(key)
  })
  return isFresh
}
