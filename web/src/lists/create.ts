import { MAX_LIST_NAME_LENGTH } from '../../../src/platform/limits'
import { create } from '../data/create'
import { queries, queryClient, refresh } from '../data/queries'
import type { List, NewListBody } from '../data/types'
import { uuid } from '../lib/uuid'
import { itemsOf, type Template } from './templates/template'
import { changeList } from './writes/queue'

/** A new list of the caller's. @throws ApiError */
export async function createList(body: NewListBody): Promise<List> {
  return shown(await create<List>('/api/lists', body))
}

/** A new list of the caller's with the same items, none of them ticked. @throws ApiError */
export async function duplicate({ id }: Pick<List, 'id'>, name: string): Promise<List> {
  return shown(await create<List>(`/api/lists/${id}/duplicate`, { name: name.slice(0, MAX_LIST_NAME_LENGTH) }))
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
