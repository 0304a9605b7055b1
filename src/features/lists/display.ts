import { Elysia, t } from 'elysia'
import { addingDisplay, display, tickingDisplay } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import { answers, orAnswers } from '../../platform/http-answers'
import { IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { addDisplayItem, readDisplayItems, tickDisplayItem } from './display-items'
import { ADDED_ITEM, CHANGED_ITEM, ITEM, ITEMS, NewItemBody } from './model'
import { presentItem } from './present'

const PREFIX = '/api/display'
const TickBody = t.Object({ checked: t.Boolean() })
const LineBody = t.Pick(NewItemBody, ['text', 'parse'])

/** The lists that a display shows; a list that it does not show is not found. */
export const displayLists = (ctx: Context) =>
  new Elysia({ name: 'display-lists' }).use(reading(ctx)).use(ticking(ctx)).use(adding(ctx))

const reading = (ctx: Context) =>
  new Elysia({ prefix: PREFIX }).use(display(ctx)).get(
    '/lists/:id/items',
    async ({ display, params }) => ({
      items: (await readDisplayItems(ctx, display.id, params.id)).map(presentItem),
    }),
    { params: IdPath, detail: answers(200, ITEMS, 'Items of a list that the display shows', 400, 404) },
  )

const ticking = (ctx: Context) =>
  new Elysia({ prefix: PREFIX })
    .use(tickingDisplay(ctx))
    .patch(
      '/list-items/:id',
      ({ display, params, body }) => tickDisplayItem(ctx, display.id, params.id, body.checked),
      {
        params: IdPath,
        body: TickBody,
        detail: answers(200, CHANGED_ITEM, 'Ticks an item, or takes its tick away', 400, 404),
      },
    )

const adding = (ctx: Context) =>
  new Elysia({ prefix: PREFIX })
    .use(addingDisplay(ctx))
    .use(idempotency())
    .post(
      '/lists/:id/items',
      async ({ display, params, body, idempotencyKey, status }) => {
        const item = await addDisplayItem(ctx, display.id, params.id, body, idempotencyKey)
        return status(item.merged ? 200 : 201, item)
      },
      {
        isIdempotent: true,
        params: IdPath,
        body: LineBody,
        detail: orAnswers(
          answers(201, ITEM, 'A new item, added on the display; takes an Idempotency-Key', 400, 404, 422),
          answers(200, ADDED_ITEM, 'The item that said so already, with parse'),
        ),
      },
    )
