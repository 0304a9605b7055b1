import { useEffect, useRef } from 'preact/hooks'
import { queries, queryClient, refresh, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { navigate, usePlace } from '../router'
import { announce } from '../ui/announce'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { GripVertical, ListChecks } from '../ui/icons'
import { lazyDialog, lazyExtra } from '../ui/lazy'
import { Loading } from '../ui/loading'
import { NotLoaded } from '../ui/not-loaded'
import { showUndo } from '../ui/toast'
import { ListMark } from './list-mark'
import { Ring, Sharing } from './marks'
import { ranksAt } from './order'
import { type Handle, useSortable } from './sortable'
import { viewLists } from './writes/applied'
import { changeList, useListWrites } from './writes/queue'
import { doneItems, openItems, type ViewItem, viewItems } from './writes/view'
import type { ListChange } from './writes/write'

const ListDialog = lazyDialog(() => import('./list-dialog'))
const AccountWatch = lazyExtra(() => import('../forms/account-watch'))

/** Items of a list that its card shows. */
const PREVIEWED = 3

/** Every list with what is left to do in it. */
export function Overview() {
  const texts = useListsText()
  const { query } = usePlace()
  const { data: lists, isFetching } = useQuery(queries.lists)
  const writes = useListWrites()
  const view = lists && viewLists(lists, writes)
  useEffect(() => void readAtHand(lists ?? []), [lists])
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{texts.title}</h1>
      </header>
      <AccountWatch />
      {view?.length === 0 && (
        <Empty icon={<ListChecks aria-hidden="true" />} title={texts.empty.title} body={texts.empty.body}>
          <Button kind="primary" onClick={() => navigate('/lists?new')}>
            {texts.newList}
          </Button>
        </Empty>
      )}
      {view === undefined && isFetching && <Loading />}
      {view === undefined && !isFetching && (
        <NotLoaded title={texts.notLoaded} onRetry={() => refresh(queries.lists.queryKey)} />
      )}
      {view && <Cards lists={view} />}
      {query.has('new') && <ListDialog onClose={() => navigate('/lists', { replace: true })} />}
    </main>
  )
}

/** The lists as whoever looks has put them: a grip, or its keys, moves one. */
function Cards({ lists }: { lists: readonly List[] }) {
  const { common } = useText()
  const texts = useListsText()
  const list = useRef<HTMLUListElement>(null)
  const place = ({ id, name }: List, position: string | null) =>
    changeList({ kind: 'change-list', listId: id, text: name, change: { position } })
  const move = (key: string, to: number) => {
    const moved = lists.find(({ id }) => String(id) === key)
    if (moved === undefined) return
    const before = ranksAt(lists, moved.id, to).flatMap(({ id, rank }) => {
      const found = lists.find((one) => one.id === id)
      if (found !== undefined) place(found, rank)
      return found ?? []
    })
    announce(texts.moved(moved.name, to + 1, lists.length))
    showUndo(texts.listMoved(moved.name), common.undo, () => {
      for (const one of before) place(one, one.rank ?? null)
    })
  }
  const handle = useSortable({ list, onMove: move })
  return (
    <>
      <p id="reorder-how" hidden>
        {texts.reorderHow}
      </p>
      <ul class="list-cards" ref={list}>
        {lists.map((one) => (
          <ListCard key={one.id} list={one} handle={lists.length > 1 ? handle(String(one.id), one.name) : null} />
        ))}
      </ul>
    </>
  )
}

/** What the cards show, one list after the other. It is read for use without a connection anyhow; here it comes first. */
async function readAtHand(lists: readonly List[]): Promise<void> {
  for (const { id } of lists) {
    const items = queries.items(id)
    if (queryClient.getQueryData(items.queryKey) === undefined) await queryClient.prefetchQuery(items)
  }
}

/** `handle`: props of the grip; null for none. */
function ListCard({ list, handle }: { list: List; handle: Handle | null }) {
  const texts = useListsText()
  const { active, done, open } = useContent(list)
  return (
    <li data-key={list.id}>
      <a class="card list-card" href={`/lists/${list.id}`}>
        <span class="list-card-head">
          <ListMark list={list} />
          <span class="list-card-text">
            <strong>{list.name}</strong>
            <small>
              {active + done === 0 ? texts.emptyList.title : texts.open(active)}
              <Sharing isShared={list.isShared} />
            </small>
          </span>
          <Ring done={done} total={active + done} />
        </span>
        <span class="list-preview">
          {Array.from({ length: Math.min(active, PREVIEWED) }, (_, index) => (
            <span key={index}>{open?.[index]?.text ?? '\u00a0'}</span>
          ))}
        </span>
      </a>
      {handle && (
        <button
          type="button"
          class="grip"
          aria-label={texts.reorder(list.name)}
          aria-describedby="reorder-how"
          {...handle}
        >
          <GripVertical aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

/**
 * How much of a list is left and done, with what waits to be sent, and the items that are left, as far as this device
 * has them.
 */
function useContent(list: List): { active: number; done: number; open: readonly ViewItem[] | undefined } {
  const { data: items } = useQuery(queries.items(list.id), { enabled: false })
  const writes = useListWrites().filter((write) => isOfItemsIn(list.id, write))
  if (items === undefined) return { active: list.activeCount, done: list.doneCount, open: undefined }
  const view = viewItems(items, writes, list.id)
  const open = openItems(view)
  if (writes.length === 0) return { active: list.activeCount, done: list.doneCount, open }
  return { active: open.length, done: doneItems(view).length, open }
}

/** Whether a list's items are others by a change. */
const isOfItemsIn = (id: number, change: ListChange): boolean =>
  change.listId === id || (change.kind === 'move-checked' && change.toListId === id)
