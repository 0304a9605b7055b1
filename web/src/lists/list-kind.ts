import { queries, queryClient } from '../data/queries'
import type { List } from '../data/types'

/** What a list is for, as far as this device knows. */
export const kindOf = (listId: number, lists = queryClient.getQueryData<List[]>(queries.lists.queryKey)) =>
  lists?.find(({ id }) => id === listId)?.kind

/** Members who read a list, as far as this device knows: only its owner one that is not shared. */
export function readersOf(listId: number): readonly number[] | 'everyone' {
  const list = queryClient.getQueryData<List[]>(queries.lists.queryKey)?.find(({ id }) => id === listId)
  return list?.isShared === false ? [list.ownerId] : 'everyone'
}

/** The same, once the service has said it; a list of which nobody says it is a plain one. */
export const askKind = async (listId: number): Promise<NonNullable<List['kind']>> =>
  kindOf(listId) ??
  kindOf(listId, await queryClient.fetchQuery({ ...queries.lists, staleTime: 0 }).catch(() => [])) ??
  'plain'
