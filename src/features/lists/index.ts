import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { ID } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { COUNTED_LIST, LIST, presentCountedList, presentList } from '../shared/lists'
import { addItem, changeItem, clearChecked, readItems, removeItem } from './items'
import { changeList, createList, deleteList, readLists } from './lists'
import {
  ClearQuery,
  ITEM,
  ITEM_IDS,
  ITEMS,
  ItemChangeBody,
  ItemPath,
  itemChangeOf,
  LISTS,
  ListChangeBody,
  ListPath,
  listChangeOf,
  NewItemBody,
  NewListBody,
  newItemOf,
  newListOf,
} from './model'
import { presentItem } from './present'

const NO_ITEMS = { activeCount: 0, doneCount: 0 }

/** Lists and their items: the owner and those a list is shared with read and write; the list itself is the owner's. */
export const lists = (ctx: Context) =>
  new Elysia({ name: 'lists', prefix: '/api' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '/lists',
      async ({ memberId }) => {
        const found = await readLists(ctx, memberId)
        return { lists: found.map(({ list, ...counts }) => presentCountedList(list, counts)) }
      },
      { detail: answers(200, LISTS, 'Own lists and those shared with the caller') },
    )
    .post(
      '/lists',
      async ({ memberId, body, status }) => {
        const list = await createList(ctx, memberId, newListOf(body))
        return status(201, presentCountedList(list, NO_ITEMS))
      },
      { body: NewListBody, detail: answers(201, COUNTED_LIST, 'A new list', 400) },
    )
    .patch(
      '/lists/:id',
      async ({ memberId, params, body }) => presentList(await changeList(ctx, memberId, params.id, listChangeOf(body))),
      {
        params: ListPath,
        body: ListChangeBody,
        detail: answers(200, LIST, 'Renames; the owner also shares or unshares', 400, 403, 404),
      },
    )
    .delete(
      '/lists/:id',
      async ({ memberId, params }) => {
        await deleteList(ctx, memberId, params.id)
        return { id: params.id }
      },
      { params: ListPath, detail: answers(200, ID, "Removes a list with its items; the owner's right", 400, 403, 404) },
    )
    .get(
      '/lists/:id/items',
      async ({ memberId, params }) => {
        const items = await readItems(ctx, memberId, params.id)
        return { items: items.map(presentItem) }
      },
      { params: ListPath, detail: answers(200, ITEMS, 'Items in their order', 400, 403, 404) },
    )
    .post(
      '/lists/:id/items',
      async ({ memberId, params, body, idempotencyKey, status }) =>
        status(201, await addItem(ctx, memberId, params.id, newItemOf(body), idempotencyKey)),
      {
        isIdempotent: true,
        params: ListPath,
        body: NewItemBody,
        detail: answers(201, ITEM, 'A new item; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
    .delete(
      '/lists/:id/items',
      async ({ memberId, params }) => ({ ids: await clearChecked(ctx, memberId, params.id) }),
      {
        params: ListPath,
        query: ClearQuery,
        detail: answers(200, ITEM_IDS, 'Removes what is checked; the ids of it, in their order', 400, 403, 404),
      },
    )
    .patch(
      '/list-items/:itemId',
      async ({ memberId, params, body, idempotencyKey }) =>
        changeItem(ctx, memberId, params.itemId, itemChangeOf(body), idempotencyKey),
      {
        isIdempotent: true,
        params: ItemPath,
        body: ItemChangeBody,
        detail: answers(200, ITEM, 'One change; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
    .delete(
      '/list-items/:itemId',
      async ({ memberId, params }) => {
        await removeItem(ctx, memberId, params.itemId)
        return { id: params.itemId }
      },
      { params: ItemPath, detail: answers(200, ID, 'Removes an item', 400, 403, 404) },
    )
