import { useEffect, useState } from 'preact/hooks'
import { usePeople } from '../../data/people'
import { queries, queryClient, useQuery } from '../../data/queries'
import type { Item } from '../../data/types'
import { needs } from '../../lib/needs'
import { viewLists } from '../writes/applied'
import { listWrites, useListWrites } from '../writes/queue'
import { type ViewItem, viewItems } from '../writes/view'
import { allDue, type Due, type DueList } from './due'

needs(() => listWrites.open())

/** What is due in all lists that this device knows, with what waits to be sent. `isSharedOnly`: for all to see. */
export function useDue(isSharedOnly: boolean): Due<ViewItem>[] {
  const lists = useLists().filter(({ isShared }) => isShared || !isSharedOnly)
  return allDue(lists, usePeople())
}

function useLists(): DueList<ViewItem>[] {
  const { data: lists = [] } = useQuery(queries.lists)
  const writes = useListWrites()
  useItems()
  return viewLists(lists, writes).map((list) => ({ ...list, items: viewItems(itemsOf(list.id), writes, list.id) }))
}

const itemsOf = (id: number): Item[] => queryClient.getQueryData<Item[]>(queries.items(id).queryKey) ?? []

/** Draws again when the items of any list have been read. */
function useItems(): void {
  const [, redraw] = useState({})
  useEffect(() => {
    const [name] = queries.items.queryKey
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] === name && event.type === 'updated' && event.action.type === 'success') redraw({})
    })
  }, [])
}
