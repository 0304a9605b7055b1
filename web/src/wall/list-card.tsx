import type { ComponentChildren } from 'preact'
import type { List } from '../data/types'
import { useWallText } from '../i18n/wall'
import { ListMark } from '../lists/list-mark'

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
