import { Elysia, t } from 'elysia'
import { session } from '../../../identity/guards'
import type { Context } from '../../../platform/context'
import { answers } from '../../../platform/http-answers'
import { IdPath } from '../../../platform/http-schema'
import { idempotency } from '../../../platform/idempotency'
import { readNotices, setNotices } from './switch'

const NOTICES = t.Object({ on: t.Boolean({ description: 'What others add is told to the devices of the caller' }) })

/** Whether the caller hears of what others add to a list. */
export const listNotices = (ctx: Context) =>
  new Elysia({ name: 'list-notices', prefix: '/api/lists' })
    .use(session(ctx))
    .use(idempotency())
    .get('/:id/notices', ({ memberId, params }) => readNotices(ctx, memberId, params.id), {
      params: IdPath,
      detail: answers(200, NOTICES, 'Whether the caller hears of what others add', 400, 403, 404),
    })
    .put(
      '/:id/notices',
      ({ memberId, params, body, idempotencyKey }) =>
        setNotices(ctx, { memberId, key: idempotencyKey }, params.id, body),
      {
        isIdempotent: true,
        params: IdPath,
        body: NOTICES,
        detail: answers(200, NOTICES, 'Turns that on or off; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
