import { Elysia } from 'elysia'
import { session } from '../../../identity/guards'
import type { Context } from '../../../platform/context'
import { answers } from '../../../platform/http-answers'
import { IdPath } from '../../../platform/http-schema'
import { idempotency } from '../../../platform/idempotency'
import { COUNTED_LIST } from '../../shared/lists'
import { duplicateList } from './duplicate'
import { COUNT, DuplicateBody, MoveBody, UntickBody } from './model'
import { moveChecked } from './move-checked'
import { untickAll } from './untick-all'

/** What is done with a list as a whole, by everybody who may read it. */
export const listVerbs = (ctx: Context) =>
  new Elysia({ name: 'list-verbs', prefix: '/api/lists' })
    .use(session(ctx))
    .use(idempotency())
    .post(
      '/:id/duplicate',
      async ({ memberId, params, body, idempotencyKey, status }) =>
        status(201, await duplicateList(ctx, { memberId, key: idempotencyKey }, params.id, body.name ?? null)),
      {
        isIdempotent: true,
        params: IdPath,
        body: DuplicateBody,
        detail: answers(
          201,
          COUNTED_LIST,
          "A list of the caller's with the same items, none of them ticked; takes an Idempotency-Key",
          400,
          403,
          404,
          422,
        ),
      },
    )
    .post(
      '/:id/untick',
      async ({ memberId, params, body, idempotencyKey }) => ({
        count: await untickAll(ctx, { memberId, key: idempotencyKey }, params.id, body?.itemIds),
      }),
      {
        isIdempotent: true,
        params: IdPath,
        body: UntickBody,
        detail: answers(
          200,
          COUNT,
          'Takes all ticks away, the order stays; takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
      },
    )
    .post(
      '/:id/move-checked',
      async ({ memberId, params, body, idempotencyKey }) => ({
        count: await moveChecked(ctx, { memberId, key: idempotencyKey }, params.id, body.toListId, body.itemIds),
      }),
      {
        isIdempotent: true,
        params: IdPath,
        body: MoveBody,
        detail: answers(
          200,
          COUNT,
          'Moves what is ticked to the end of another list; takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
      },
    )
