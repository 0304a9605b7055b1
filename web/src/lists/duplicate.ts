import { MAX_LIST_NAME_LENGTH } from '../../../src/platform/limits'
import { request } from '../data/http'
import { queries, queryClient, refresh } from '../data/queries'
import type { List } from '../data/types'

/** A new list of the caller's with the same items, none of them ticked; once under its key. @throws ApiError */
export async function duplicate({ id }: Pick<List, 'id'>, name: string, key: string): Promise<List> {
  const body = { name: name.slice(0, MAX_LIST_NAME_LENGTH) }
  const headers = { 'idempotency-key': key }
  const made = await request<List>('POST', `/api/lists/${id}/duplicate`, { body, headers })
  queryClient.setQueryData<List[]>(queries.lists.queryKey, (before) => before && [...before, made])
  refresh(queries.lists.queryKey)
  return made
}
