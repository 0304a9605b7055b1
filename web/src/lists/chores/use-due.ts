import { useEffect, useState } from 'preact/hooks'
import { usePeople } from '../../data/people'
import { queries, queryClient, useQuery } from '../../data/queries'
import type { Item } from '../../data/types'
import { needs } from '../../lib/needs'
import { viewLists } from '../writes/applied'
import { listWrites, useListWrites } from '../writes/queue'
import { type ViewItem, viewItems } from '../writes/view'
import { allDue, type Due } from './due'

needs(() => listWrites.open())

/** What is due, as far as it is known. */
export interface KnownDue {
  due: Due<ViewItem>[]
  /** Whether every list has been read: nothing else says that there is no more. */
  isKnown: boolean
}

/** What is due in all lists that this device knows, with what waits to be sent. `isSharedOnly`: for all to see. */
export function useDue(isSharedOnly: boolean): KnownDue {
  const { data } = useQuery(queries.lists)
  const writes = useListWrites()
  const people = usePeople()
  const isMeant = ({ isShared }: { isShared: boolean }) => isShared || !isSharedOnly
  const ids = data?.filter(isMeant).map(({ id }) => id)
  useItems(ids)
  const lists = viewLists(data ?? [], writes).filter(isMeant)
  const withItems = lists.map((list) => ({ ...list, items: viewItems(itemsOf(list.id) ?? [], writes, list.id) }))
  return {
    due: allDue(withItems, people),
    isKnown: ids?.every((id) => itemsOf(id) !== undefined) ?? false,
  }
}

const itemsOf = (id: number) => queryClient.getQueryData<Item[]>(queries.items(id).queryKey)

/** Reads what has not been read of these lists, and draws again when the items of any list have been. */
function useItems(ids: readonly number[] = []): void {
  const [, redraw] = useState({})
  useEffect(() => {
    const [name] = queries.items.queryKey
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] === name && event.type === 'updated' && event.action.type === 'success') redraw({})
    })
  }, [])
  useEffect(() => void readMissing(ids), [ids.join()])
}

/** One after the other: a household may have hundreds. */
async function readMissing(ids: readonly number[]): Promise<void> {
  for (const id of ids) if (itemsOf(id) === undefined) await queryClient.prefetchQuery(queries.items(id))
}
