import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersTagged, orAnswers } from '../../platform/http-answers'
import { ID } from '../../platform/http-schema'
import type { TaggedAnswers } from '../../platform/http-tagged'
import { idempotency } from '../../platform/idempotency'
import { COUNTED_LIST, LIST, presentCountedList } from '../shared/lists'
import { findList } from './access'
import { addItem, addItems } from './adding'
import { changeItem, clearChecked, removeItem } from './items'
import { changeList, createList, deleteList, readLists, readRevisions } from './lists'
import {
  ADDED_ITEM,
  ADDED_ITEMS,
  CHANGED_ITEM,
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
  NewItemsBody,
  NewListBody,
  newItemOf,
  newListOf,
} from './model'
import { presentItem } from './present'
import { itemsOf } from './stored-items'

/** Lists and their items: the owner and those a list is shared with read and write; the list itself is the owner's. */
export const lists = (ctx: Context, tagged: TaggedAnswers) =>
  new Elysia({ name: 'lists', prefix: '/api' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '/lists',
      async ({ memberId: reader, request, set }) => {
        const version = await readRevisions(ctx, reader)
        const build = async () => {
          const found = await readLists(ctx, reader)
          return { lists: found.map(({ list, rank, ...counts }) => presentCountedList(list, counts, rank)) }
        }
        return tagged({ request, set }, { reader, version, build })
      },
      { detail: answersTagged(LISTS, 'Own lists and those shared with the caller') },
    )
    .post(
      '/lists',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(201, await createList(ctx, memberId, newListOf(body), idempotencyKey)),
      {
        isIdempotent: true,
        body: NewListBody,
        detail: answers(201, COUNTED_LIST, 'A new list; takes an Idempotency-Key', 400, 422),
      },
    )
    .patch(
      '/lists/:id',
      ({ memberId, params, body, idempotencyKey }) =>
        changeList(ctx, memberId, params.id, listChangeOf(body), idempotencyKey),
      {
        isIdempotent: true,
        params: ListPath,
        body: ListChangeBody,
        detail: answers(
          200,
          LIST,
          'Renames, says what it is and how it looks, places it for the caller; the owner also shares or unshares; ' +
            'takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
      },
    )
    .delete(
      '/lists/:id',
      async ({ memberId, params, idempotencyKey }) => {
        await deleteList(ctx, memberId, params.id, idempotencyKey)
        return { id: params.id }
      },
      {
        isIdempotent: true,
        params: ListPath,
        detail: answers(
          200,
          ID,
          "Removes a list with its items; the owner's right; takes an Idempotency-Key",
          400,
          403,
          404,
          422,
        ),
      },
    )
    .get(
      '/lists/:id/items',
      async ({ memberId: reader, params, request, set }) => {
        const { listId, revision: version } = await findList(ctx.db, reader, params.id)
        const build = async () => ({ items: (await itemsOf(ctx.db, listId)).map(presentItem) })
        return tagged({ request, set }, { reader, version, build })
      },
      { params: ListPath, detail: answersTagged(ITEMS, 'Items in their order', 400, 403, 404) },
    )
    .post(
      '/lists/:id/items',
      async ({ memberId, params, body: { parse = false, ...body }, idempotencyKey: key, status }) => {
        const item = await addItem(ctx, memberId, params.id, newItemOf(body), { parse, key })
        return status(item.merged ? 200 : 201, item)
      },
      {
        isIdempotent: true,
        params: ListPath,
        body: NewItemBody,
        detail: orAnswers(
          answers(201, ITEM, 'A new item; takes an Idempotency-Key', 400, 403, 404, 422),
          answers(200, ADDED_ITEM, 'The item that said so already, with parse'),
        ),
      },
    )
    .post(
      '/lists/:id/items/batch',
      async ({ memberId, params, body: { items, parse = false }, idempotencyKey: key, status }) =>
        status(201, await addItems(ctx, memberId, params.id, items.map(newItemOf), { parse, key })),
      {
        isIdempotent: true,
        params: ListPath,
        body: NewItemsBody,
        detail: answers(
          201,
          ADDED_ITEMS,
          'New items in their order, all or none; takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
      },
    )
    .delete(
      '/lists/:id/items',
      async ({ memberId, params, idempotencyKey }) => ({
        ids: await clearChecked(ctx, memberId, params.id, idempotencyKey),
      }),
      {
        isIdempotent: true,
        params: ListPath,
        query: ClearQuery,
        detail: answers(
          200,
          ITEM_IDS,
          'Removes what is checked; the ids of it, in their order; takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
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
        detail: answers(200, CHANGED_ITEM, 'One change; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
    .delete(
      '/list-items/:itemId',
      async ({ memberId, params, idempotencyKey }) => {
        await removeItem(ctx, memberId, params.itemId, idempotencyKey)
        return { id: params.itemId }
      },
      {
        isIdempotent: true,
        params: ItemPath,
        detail: answers(200, ID, 'Removes an item; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
