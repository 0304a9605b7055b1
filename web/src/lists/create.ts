import { MAX_LIST_NAME_LENGTH } from '../../../src/platform/limits'
import * as api from '../data/api'
import { request } from '../data/http'
import { queries, queryClient, refresh } from '../data/queries'
import type { List } from '../data/types'
import { uuid } from '../lib/uuid'
import { itemsOf, type Template } from './templates/template'
import { changeList } from './writes/queue'

/** A new list of the caller's; once under its key. @throws ApiError */
export async function createList(body: Parameters<typeof api.lists.create>[0], key: string): Promise<List> {
  return shown(await api.lists.create(body, key))
}

/** A new list of the caller's with the same items, none of them ticked; once under its key. @throws ApiError */
export async function duplicate({ id }: Pick<List, 'id'>, name: string, key: string): Promise<List> {
  const body = { name: name.slice(0, MAX_LIST_NAME_LENGTH) }
  return shown(await request<List>('POST', `/api/lists/${id}/duplicate`, { body, key }))
}

/** Puts what a template names onto a new list. */
export function fill({ id, name }: List, template: Template): void {
  const items = itemsOf(template).map(({ text, section }) => ({
    clientId: uuid(),
    text,
    ...(section === null ? {} : { details: { section } }),
  }))
  changeList({ kind: 'add-all', listId: id, items, text: name })
}

/** Draws a list that was made just now; the stream may have told of it before. */
function shown(made: List): List {
  queryClient.setQueryData<List[]>(
    queries.lists.queryKey,
    (before) => before && [...before.filter(({ id }) => id !== made.id), made],
  )
  refresh(queries.lists.queryKey)
  return made
}
