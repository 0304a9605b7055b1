import { queries, refresh, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useListsText } from '../i18n/lists'
import { navigate, usePlace } from '../router'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { ListChecks } from '../ui/icons'
import { lazyExtra } from '../ui/lazy'
import { NotLoaded } from '../ui/not-loaded'
import { ListDialog } from './list-dialog'
import { Ring, Sharing } from './marks'
import { viewLists } from './writes/applied'
import { useListWrites } from './writes/queue'
import { doneItems, openItems, viewItems } from './writes/view'

const AccountWatch = lazyExtra(() => import('../forms/account-watch'))

/** Every list with what is left to do in it. */
export function Overview() {
  const texts = useListsText()
  const { query } = usePlace()
  const { data: lists, isFetching } = useQuery(queries.lists)
  const writes = useListWrites()
  const view = lists && viewLists(lists, writes)
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
      {view === undefined && !isFetching && (
        <NotLoaded title={texts.notLoaded} onRetry={() => refresh(queries.lists.queryKey)} />
      )}
      <ul class="list-cards">
        {view?.map((list) => (
          <ListCard key={list.id} list={list} />
        ))}
      </ul>
      {query.has('new') && <ListDialog onClose={() => navigate('/lists', { replace: true })} />}
    </main>
  )
}

function ListCard({ list }: { list: List }) {
  const texts = useListsText()
  const { active, done } = useCounts(list)
  return (
    <li>
      <a class="card list-card" href={`/lists/${list.id}`}>
        <Ring done={done} total={active + done} />
        <span class="list-card-text">
          <strong>{list.name}</strong>
          <small>{active + done === 0 ? texts.emptyList.title : texts.open(active)}</small>
        </span>
        <Sharing isShared={list.isShared} />
      </a>
    </li>
  )
}

/** How much of a list is left and done; with what waits to be sent, where the items are known on this device. */
function useCounts(list: List): { active: number; done: number } {
  const { data: items } = useQuery(queries.items(list.id), { enabled: false })
  const writes = useListWrites().filter(({ listId }) => listId === list.id)
  if (items === undefined || writes.length === 0) return { active: list.activeCount, done: list.doneCount }
  const view = viewItems(items, writes, list.id)
  return { active: openItems(view).length, done: doneItems(view).length }
}
