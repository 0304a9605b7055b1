import { Elysia } from 'elysia'
import { discardWrite } from '../../calendar/outbox/discard'
import { readOwnWrites } from '../../calendar/outbox/own-writes'
import { retryWrite } from '../../calendar/outbox/retry'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { ID, IdPath } from '../../platform/http-schema'
import { RETRIED, WRITES } from './model'
import { presentWrite } from './present'

/** What a member has asked for and what is not done: on every device, and until somebody says what is to become of it. */
export const writes = (ctx: Context) =>
  new Elysia({ name: 'writes', prefix: '/api/me/writes' })
    .use(session(ctx))
    .get(
      '',
      async ({ memberId }) => {
        const found = await readOwnWrites(ctx, memberId)
        return { writes: found.map(presentWrite) }
      },
      {
        detail: answers(
          200,
          WRITES,
          'The newest 500 own writes that are not done, fewer where texts are long; a move once',
        ),
      },
    )
    .post(
      '/:id/retry',
      async ({ memberId, params: { id }, status }) =>
        status(202, { id, uid: (await retryWrite(ctx, memberId, id)).uid }),
      {
        params: IdPath,
        detail: answers(202, RETRIED, 'Sends it again onto the newest version', 400, 403, 404, 409),
      },
    )
    .delete(
      '/:id',
      async ({ memberId, params: { id } }) => {
        await discardWrite(ctx, memberId, id)
        return { id }
      },
      {
        params: IdPath,
        detail: answers(
          200,
          ID,
          'Forgets it; 409 while it is being sent, or may leave a move half done',
          400,
          404,
          409,
        ),
      },
    )
