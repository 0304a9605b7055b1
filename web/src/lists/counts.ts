import { queries, useQuery } from '../data/queries'
import type { List } from '../data/types'
import { useListWrites } from './writes/queue'
import { doneItems, openItems, viewItems } from './writes/view'

/** How much of a list is left and done; with what waits to be sent, where the items are known on this device. */
export function useCounts(list: List): { active: number; done: number } {
  const { data: items } = useQuery(queries.items(list.id), { enabled: false })
  const writes = useListWrites().filter(({ listId }) => listId === list.id)
  if (items === undefined || writes.length === 0) return { active: list.activeCount, done: list.doneCount }
  const view = viewItems(items, writes, list.id)
  return { active: openItems(view).length, done: doneItems(view).length }
}
