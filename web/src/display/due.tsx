import { QueryObserver } from '@tanstack/query-core'
import { useEffect, useState } from 'preact/hooks'
import type { DueByDay } from '../calendar/views/due-items'
import { hasFailed, queryClient } from '../data/queries'
import type { Item } from '../data/types'
import { allDue, dueOn } from '../lists/chores/due'
import { DueRow } from '../lists/chores/due-row'
import type { Screen } from './api'
import { tick } from './lists'
import { displayQueries } from './queries'

/** What the lists that a display shows have for each day. */
export function useDisplayDue({ lists, people, display }: Screen, today: number): DueByDay {
  useItemsOf(lists.map(({ id }) => id))
  const withItems = lists.map((list) => ({ ...list, items: itemsOf(list.id) ?? [] }))
  const all = allDue(withItems, people)
  const on: DueByDay['on'] = (day) =>
    dueOn(all, day, today).map((due) => ({
      key: String(due.item.id),
      personIds: due.personIds,
      text: due.item.text,
      isLate: due.isLate,
      draw: (words) => <DueRow {...words} due={due} onTick={display.canTick ? () => tick(due.item) : null} />,
    }))
  return {
    isKnown: lists.every(({ id }) => itemsOf(id) !== undefined),
    hasFailed: lists.some(({ id }) => hasFailed(displayQueries.items(id))),
    on,
  }
}

const itemsOf = (id: number) => queryClient.getQueryData<Item[]>(displayQueries.items(id).queryKey)

/** Reads the items of all lists, and draws again when any have been read. */
function useItemsOf(ids: readonly number[]): void {
  const [, redraw] = useState({})
  useEffect(() => {
    const observers = ids.map((id) => new QueryObserver<Item[]>(queryClient, displayQueries.items(id)))
    const stops = observers.map((observer) => observer.subscribe(() => redraw({})))
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids.join()])
}
