import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersTagged, orAnswers } from '../../platform/http-answers'
import { ID, IdPath } from '../../platform/http-schema'
import type { TaggedAnswers } from '../../platform/http-tagged'
import { idempotency } from '../../platform/idempotency'
import { findList } from './access'
import { addItem, addItems } from './adding'
import { changeItem, clearChecked, removeItem } from './items'
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
  NewItemBody,
  NewItemsBody,
  newItemOf,
} from './model'
import { presentItem } from './present'
import { itemsOf } from './stored-items'

/** What stands on lists, for all who read them. */
export const listItems = (ctx: Context, tagged: TaggedAnswers) =>
  new Elysia({ name: 'list-items', prefix: '/api' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '/lists/:id/items',
      async ({ memberId: reader, params, request, set }) => {
        const { listId, revision: version } = await findList(ctx.db, reader, params.id)
        const build = async () => ({ items: (await itemsOf(ctx.db, listId)).map(presentItem) })
        return tagged({ request, set }, { reader, version, build })
      },
      { params: IdPath, detail: answersTagged(ITEMS, 'Items in their order', 400, 403, 404) },
    )
    .post(
      '/lists/:id/items',
      async ({ memberId, params, body: { parse = false, ...body }, idempotencyKey: key, status }) => {
        const item = await addItem(ctx, memberId, params.id, newItemOf(body), { parse, key })
        return status(item.merged ? 200 : 201, item)
      },
      {
        isIdempotent: true,
        params: IdPath,
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
        params: IdPath,
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
        params: IdPath,
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
