import { useEffect, useState } from 'preact/hooks'
import { hasFailed, queries, queryClient, refresh, useQuery } from '../../data/queries'
import type { Item, List } from '../../data/types'
import { needs } from '../../lib/needs'
import { viewLists } from '../writes/applied'
import { listWrites, useListWrites } from '../writes/queue'
import { type ViewItem, viewItems } from '../writes/view'
import { allDue, type Due } from './due'

needs(() => listWrites.open())

/** Whether what is due is known. */
export interface DueState {
  /** Whether every list has been read, and who lives here: nothing else says that there is no more. */
  isKnown: boolean
  /** Some could not be read, and are not being asked for. */
  hasFailed: boolean
}

/** What is due, as far as it is known. */
export interface KnownDue extends DueState {
  due: Due<ViewItem>[]
}

/** Whether all is known that is due in the lists of this device. `isSharedOnly`: in those for all to see. */
export function useDueState(isSharedOnly: boolean): DueState {
  const { data, isError } = useQuery(queries.lists)
  const { data: people } = useQuery(queries.people)
  const known = data?.filter(isFor(isSharedOnly))
  useItems(known)
  return {
    isKnown: people !== undefined && (known?.every(({ id }) => itemsOf(id) !== undefined) ?? false),
    hasFailed: hasFailed(queries.people) || (known?.some(({ id }) => hasFailed(queries.items(id))) ?? isError),
  }
}

/** What is due in all lists that this device knows, with what waits to be sent. `isSharedOnly`: for all to see. */
export function useDue(isSharedOnly: boolean): KnownDue {
  const state = useDueState(isSharedOnly)
  const { data = [] } = useQuery(queries.lists)
  const { data: people } = useQuery(queries.people)
  const writes = useListWrites()
  const lists = viewLists(data, writes).filter(isFor(isSharedOnly))
  const withItems = lists.map((list) => ({ ...list, items: viewItems(itemsOf(list.id) ?? [], writes, list.id) }))
  // A chore without a name would be anybody's.
  return { ...state, due: people === undefined ? [] : allDue(withItems, people) }
}

const isFor =
  (isSharedOnly: boolean) =>
  ({ isShared }: { isShared: boolean }) =>
    isShared || !isSharedOnly

/** Asks for what could not be read, of the lists that there are by now. */
export async function readDueAgain(): Promise<void> {
  if (hasFailed(queries.people)) refresh(queries.people.queryKey)
  const known = () => queryClient.getQueryData<List[]>(queries.lists.queryKey) ?? []
  await readMissing(await queryClient.fetchQuery({ ...queries.lists, staleTime: 0 }).catch(known))
}

const itemsOf = (id: number) => queryClient.getQueryData<Item[]>(queries.items(id).queryKey)

/** Reads what has not been read of these lists, and draws again when it is known how that ends for any list. */
function useItems(lists: readonly List[] = []): void {
  const [, redraw] = useState({})
  useEffect(() => {
    const [name] = queries.items.queryKey
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== name || event.type !== 'updated') return
      if (['success', 'error'].includes(event.action.type)) redraw({})
    })
  }, [])
  useEffect(() => void readMissing(lists), [lists.map(({ id }) => id).join()])
}

/** Lists that are read at once: a household may have hundreds. */
const AT_ONCE = 3

/** Those of chores first: little is due elsewhere. */
async function readMissing(lists: readonly List[]): Promise<void> {
  const queue = lists.toSorted((one, other) => Number(isOfChores(other)) - Number(isOfChores(one))).values()
  const readOn = async () => {
    for (const { id } of queue) if (itemsOf(id) === undefined) await queryClient.prefetchQuery(queries.items(id))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
}

const isOfChores = ({ kind }: List) => kind === 'chores'
