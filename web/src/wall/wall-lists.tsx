import { queries, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useListsText } from '../i18n/lists'
import { useWallText } from '../i18n/wall'
import { AddItem } from '../lists/add-item'
import { useTick } from '../lists/tick'
import { viewLists } from '../lists/writes/applied'
import { useListWrites } from '../lists/writes/queue'
import { openItems, type ViewItem, viewItems } from '../lists/writes/view'
import { Loading } from '../ui/loading'
import { ListCard, OpenItems, useChosenList } from './list-card'

const LAST_LIST = 'wall-list'

/** A list beside the days: whichever was chosen last, else the one with the most to do. */
export function WallLists() {
  const wall = useWallText()
  const { data: lists, isFetching } = useQuery(queries.lists)
  const texts = useListsText()
  const writes = useListWrites()
  const [chosen, choose] = useChosenList(LAST_LIST)
  const view = viewLists(lists ?? [], writes).filter(({ isShared }) => isShared)
  const list = view.find(({ id }) => id === chosen) ?? view.toSorted((a, b) => b.activeCount - a.activeCount)[0]
  if (list === undefined) {
    if (lists === undefined && isFetching) return <Loading />
    return <p class="wall-nothing">{lists === undefined ? texts.notLoaded : wall.noLists}</p>
  }
  return (
    <ListCard lists={view} list={list} onChoose={choose}>
      <Items list={list} />
      <AddItem key={list.id} listId={list.id} kind={list.kind} />
    </ListCard>
  )
}

function Items({ list }: { list: List }) {
  const { data: items, isFetching } = useQuery(queries.items(list.id))
  const writes = useListWrites()
  const open = items && openItems(viewItems(items, writes, list.id))
  return (
    <OpenItems
      {...{ list, isFetching }}
      items={open}
      row={(item) => <OpenItem key={item.key} listId={list.id} item={item} />}
    />
  )
}

function OpenItem({ listId, item }: { listId: number; item: ViewItem }) {
  return (
    <li>
      <label class="item-tap">
        <input {...useTick(listId, item)} />
        <span aria-hidden="true">
          {item.text} {item.amount && <small>{item.amount}</small>}
        </span>
      </label>
    </li>
  )
}
