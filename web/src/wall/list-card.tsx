import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { List } from '../data/types'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { useWallText } from '../i18n/wall'
import { keepOnDevice } from '../lib/keep-on-device'
import { ListMark } from '../lists/list-mark'
import { Shelves } from '../lists/sections/shelves'

/** The id of the list that was chosen last here, kept on the device under a name; 0: none was. */
export function useChosenList(kept: string): [id: number, choose: (id: number) => void] {
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(kept)))
  const choose = (id: number) => {
    keepOnDevice(kept, String(id))
    setChosen(id)
  }
  return [chosen, choose]
}

interface ListCardProps {
  lists: readonly List[]
  /** The one that is shown. */
  list: List
  onChoose: (id: number) => void
  children: ComponentChildren
}

/** One list of several beside the days. */
export function ListCard({ lists, list, onChoose, children }: ListCardProps) {
  const wall = useWallText()
  const isAlone = lists.length === 1
  return (
    <section class="card wall-list" aria-label={list.name}>
      <header>
        <ListMark list={list} />
        <h2 class={isAlone ? undefined : 'visually-hidden'}>{list.name}</h2>
        {!isAlone && (
          <select
            aria-label={wall.pickList}
            value={String(list.id)}
            onChange={(event) => onChoose(Number(event.currentTarget.value))}
          >
            {lists.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
        )}
      </header>
      {children}
    </section>
  )
}

interface OpenItemsProps<I> {
  list: List
  /** What is left; undefined while it is not known. */
  items: readonly I[] | undefined
  isFetching: boolean
  row: (item: I) => ComponentChildren
}

/** What is left of the list, or why nothing stands there. */
export function OpenItems<I extends { section?: string }>({ list, items, isFetching, row }: OpenItemsProps<I>) {
  const { common } = useText()
  const lists = useListsText()
  if (items !== undefined && items.length > 0) return <Shelves {...{ list, items, row }} />
  const isComing = items === undefined && isFetching
  const words = isComing ? common.loading : items === undefined ? lists.listNotLoaded : lists.open(0)
  return (
    <ul>
      <li class={isComing ? 'wall-nothing loading' : 'wall-nothing'}>{words}</li>
    </ul>
  )
}
