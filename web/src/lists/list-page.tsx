import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useReachable } from '../data/connection'
import { queries, refresh, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useText } from '../i18n'
import { useListVerbsText } from '../i18n/list-verbs'
import { useListsText } from '../i18n/lists'
import { useWakeLock } from '../lib/wake-lock'
import { navigate, usePlace } from '../router'
import { announce } from '../ui/announce'
import { BackLink } from '../ui/back-link'
import { Button, IconButton } from '../ui/button'
import { Empty, EmptyPage } from '../ui/empty'
import { ListChecks, ShoppingCart } from '../ui/icons'
import { lazyDialog } from '../ui/lazy'
import { Loading } from '../ui/loading'
import { NotLoaded } from '../ui/not-loaded'
import { AddItem } from './add-item'
import { Items } from './items'
import { ListMark } from './list-mark'
import { ListMenu } from './list-menu'
import { Ring, Sharing } from './marks'
import { History } from './menu-icons'
import { BySectionButton } from './sections/by-section'
import { standingOf } from './standing'
import { viewLists } from './writes/applied'
import { useListWrites } from './writes/queue'
import { doneItems, type ViewItem, viewItems } from './writes/view'

const HistoryDialog = lazyDialog(() => import('./history/history-dialog'))
const ListDialog = lazyDialog(() => import('./list-dialog'))

/** One list. With `?shopping` its rows are large and the screen stays awake; `?add` opens it at the line for items. */
export function ListPage({ listId }: { listId: number }) {
  const { query } = usePlace()
  const { data: lists, isFetching: isAsked, dataUpdatedAt: listsAt, isError: hasFailed } = useQuery(queries.lists)
  const { data: items, isFetching, dataUpdatedAt: itemsAt, error } = useQuery(queries.items(listId))
  const writes = useListWrites()
  const isShopping = query.has('shopping')
  const texts = useListsText()
  const { common } = useText()
  const isReachable = useReachable()
  useWakeLock(isShopping)
  const isAdding = query.has('add')
  useEffect(() => {
    if (isAdding) navigate(`/lists/${listId}`, { replace: true })
  }, [isAdding])

  const isOfList = ({ id }: List) => id === listId
  const list = lists && viewLists(lists, writes).find(isOfList)
  const standing = standingOf({
    isListed: list !== undefined,
    isDeletedHere: list === undefined && lists?.some(isOfList) === true,
    lists: { at: listsAt, isAsked, hasFailed },
    items: { at: itemsAt, isAsked: isFetching, error },
  })
  // Somebody has made it since the lists were read.
  const isNewer = standing === 'there' && list === undefined
  useEffect(() => {
    if (isNewer) refresh(queries.lists.queryKey)
  }, [isNewer])

  if (standing === 'gone') return <GonePage />
  const view = items && viewItems(items, writes, listId)
  const retry = () => {
    refresh(queries.lists.queryKey)
    refresh(queries.items(listId).queryKey)
  }
  const content = () => {
    if (standing === 'asked') return <Empty isPage title={common.loading} />
    // Before it is known how they stand they would be drawn one way and then, under a hand, another.
    if (standing === 'there' && view) {
      return <Items listId={listId} list={list} items={view} isShopping={isShopping} />
    }
    if (standing === 'there' && isFetching) return <Loading />
    return (
      <NotLoaded
        title={isReachable ? texts.listNotLoaded : texts.listNotHere}
        isPage={list === undefined}
        onRetry={retry}
      />
    )
  }
  return (
    <main id="main" class={`page list-page ${isShopping ? 'shopping' : ''}`}>
      {list && <ListBar list={list} items={view} isShopping={isShopping} />}
      <AddItem listId={listId} kind={list?.kind} hasSuggestions={!isShopping} isFocused={isAdding} />
      {content()}
    </main>
  )
}

interface ListBarProps {
  list: List
  /** Missing: not known yet. */
  items: readonly ViewItem[] | undefined
  isShopping: boolean
}

function ListBar({ list, items, isShopping }: ListBarProps) {
  const lists = useListsText()
  const { history } = useListVerbsText()
  const [isHistory, setHistory] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const toggleShopping = () => {
    if (!isShopping) announce(lists.shoppingOn)
    navigate(isShopping ? `/lists/${list.id}` : `/lists/${list.id}?shopping`, { replace: true })
  }
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A long name takes two lines, and the line for items offers more below it: headings stay in sight below both.
    const page = bar.current!.parentElement!
    const line = page.querySelector<HTMLElement>('.add-item')
    const observer = new ResizeObserver(() => {
      page.style.setProperty('--bar', `${bar.current?.offsetHeight}px`)
      page.style.setProperty('--add-height', `${line?.offsetHeight}px`)
    })
    for (const one of [bar.current, line]) if (one) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return (
    <header class="page-bar" ref={bar}>
      <BackLink href="/lists" label={lists.all} />
      <ListMark list={list} />
      <div class="list-title">
        <h1 title={list.name}>{list.name}</h1>
        <Sharing isShared={list.isShared} />
      </div>
      {items && <Ring done={doneItems(items).length} total={items.length} />}
      {list.kind === 'shopping' && <BySectionButton list={list} />}
      {list.kind === 'chores' ? (
        <IconButton label={history.open} onClick={() => setHistory(true)}>
          <History aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton label={lists.shopping} aria-pressed={isShopping} onClick={toggleShopping}>
          <ShoppingCart aria-hidden="true" />
        </IconButton>
      )}
      <ListMenu list={list} items={items ?? []} onEdit={() => setEditing(true)} />
      {isEditing && <ListDialog list={list} onClose={() => setEditing(false)} />}
      {isHistory && <HistoryDialog list={list} onClose={() => setHistory(false)} />}
    </header>
  )
}

function GonePage() {
  const lists = useListsText()
  return (
    <EmptyPage icon={<ListChecks aria-hidden="true" />} title={lists.gone}>
      <Button onClick={() => navigate('/lists')}>{lists.all}</Button>
    </EmptyPage>
  )
}
