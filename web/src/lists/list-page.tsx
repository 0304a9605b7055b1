import { useState } from 'preact/hooks'
import { queries, refresh, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useListsText } from '../i18n/lists'
import { useWakeLock } from '../lib/wake-lock'
import { navigate, usePlace } from '../router'
import { announce } from '../ui/announce'
import { Button, IconButton } from '../ui/button'
import { EmptyPage } from '../ui/empty'
import { ArrowLeft, ListChecks, ShoppingCart } from '../ui/icons'
import { NotLoaded } from '../ui/not-loaded'
import { AddItem } from './add-item'
import { Items } from './items'
import { ListDialog } from './list-dialog'
import { ListMenu } from './list-menu'
import { Ring, Sharing } from './marks'
import { viewLists } from './writes/applied'
import { useListWrites } from './writes/queue'
import { viewItems } from './writes/view'

/** One list. With `?shopping` its rows are large and the screen stays awake. */
export function ListPage({ listId }: { listId: number }) {
  const { query } = usePlace()
  const { data: lists } = useQuery(queries.lists)
  const { data: items, isFetching } = useQuery(queries.items(listId))
  const writes = useListWrites()
  const isShopping = query.has('shopping')
  const texts = useListsText()
  useWakeLock(isShopping)

  const list = lists && viewLists(lists, writes).find(({ id }) => id === listId)
  if (lists !== undefined && list === undefined) return <GonePage />
  const view = items && viewItems(items, writes, listId)
  const retry = () => {
    refresh(queries.lists.queryKey)
    refresh(queries.items(listId).queryKey)
  }
  return (
    <main id="main" class={`page list-page ${isShopping ? 'shopping' : ''}`}>
      {list && (
        <ListBar
          list={list}
          isShopping={isShopping}
          done={view?.filter(({ checked }) => checked).length ?? 0}
          total={view?.length ?? 0}
        />
      )}
      <AddItem listId={listId} />
      {view && <Items listId={listId} items={view} isShopping={isShopping} />}
      {view === undefined && !isFetching && (
        <NotLoaded title={texts.listNotLoaded} isPage={list === undefined} onRetry={retry} />
      )}
    </main>
  )
}

interface ListBarProps {
  list: List
  isShopping: boolean
  done: number
  total: number
}

function ListBar({ list, isShopping, done, total }: ListBarProps) {
  const lists = useListsText()
  const [isRenaming, setRenaming] = useState(false)
  const toggleShopping = () => {
    if (!isShopping) announce(lists.shoppingOn)
    navigate(isShopping ? `/lists/${list.id}` : `/lists/${list.id}?shopping`, { replace: true })
  }
  return (
    <header class="page-bar">
      <a class="icon-button" href="/lists" aria-label={lists.all} title={lists.all}>
        <ArrowLeft aria-hidden="true" />
      </a>
      <div class="list-title">
        <h1>{list.name}</h1>
        <Sharing isShared={list.isShared} />
      </div>
      <Ring done={done} total={total} />
      <IconButton label={lists.shopping} aria-pressed={isShopping} onClick={toggleShopping}>
        <ShoppingCart aria-hidden="true" />
      </IconButton>
      <ListMenu list={list} onRename={() => setRenaming(true)} />
      {isRenaming && <ListDialog list={list} onClose={() => setRenaming(false)} />}
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
