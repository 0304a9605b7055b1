import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { idempotencyKeyOf } from '../../platform/idempotency'
import { addItem, changeItem, clearChecked, readItems, removeItem } from './items'
import { changeList, createList, deleteList, readLists } from './lists'
import {
  ClearQuery,
  ItemChangeBody,
  ItemPath,
  itemChangeOf,
  ListChangeBody,
  ListPath,
  listChangeOf,
  NewItemBody,
  NewListBody,
  newItemOf,
  newListOf,
} from './model'
import { presentCountedList, presentItem, presentList } from './present'

const NO_ITEMS = { activeCount: 0, doneCount: 0 }

/** Lists and their items: the owner and those a list is shared with read and write; the list itself is the owner's. */
export const lists = (ctx: Context) =>
  new Elysia({ name: 'lists', prefix: '/api' })
    .use(session(ctx))
    .get('/lists', async ({ memberId }) => {
      const found = await readLists(ctx, memberId)
      return { lists: found.map(({ list, ...counts }) => presentCountedList(list, counts)) }
    })
    .post(
      '/lists',
      async ({ memberId, body, status }) => {
        const list = await createList(ctx, memberId, newListOf(body))
        return status(201, presentCountedList(list, NO_ITEMS))
      },
      { body: NewListBody },
    )
    .patch(
      '/lists/:id',
      async ({ memberId, params, body }) => presentList(await changeList(ctx, memberId, params.id, listChangeOf(body))),
      { params: ListPath, body: ListChangeBody },
    )
    .delete(
      '/lists/:id',
      async ({ memberId, params }) => {
        await deleteList(ctx, memberId, params.id)
        return { id: params.id }
      },
      { params: ListPath },
    )
    .get(
      '/lists/:id/items',
      async ({ memberId, params }) => {
        const items = await readItems(ctx, memberId, params.id)
        return { items: items.map(presentItem) }
      },
      { params: ListPath },
    )
    .post(
      '/lists/:id/items',
      async ({ memberId, params, body, request, status }) =>
        status(201, await addItem(ctx, memberId, params.id, newItemOf(body), idempotencyKeyOf(request))),
      { params: ListPath, body: NewItemBody },
    )
    .delete(
      '/lists/:id/items',
      async ({ memberId, params }) => ({ ids: await clearChecked(ctx, memberId, params.id) }),
      { params: ListPath, query: ClearQuery },
    )
    .patch(
      '/list-items/:itemId',
      async ({ memberId, params, body, request }) =>
        changeItem(ctx, memberId, params.itemId, itemChangeOf(body), idempotencyKeyOf(request)),
      { params: ItemPath, body: ItemChangeBody },
    )
    .delete(
      '/list-items/:itemId',
      async ({ memberId, params }) => {
        await removeItem(ctx, memberId, params.itemId)
        return { id: params.itemId }
      },
      { params: ItemPath },
    )
