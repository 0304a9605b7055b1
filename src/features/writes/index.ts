import { Elysia, t } from 'elysia'
import { discardWrite } from '../../calendar/outbox/discard'
import { readOwnWrites } from '../../calendar/outbox/own-writes'
import { retryWrite } from '../../calendar/outbox/retry'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { IdInPath } from '../../platform/http-schema'
import { presentWrite } from './present'

const IdPath = t.Object({ id: IdInPath })

/** What a member has asked for and what is not done: on every device, and until somebody says what is to become of it. */
export const writes = (ctx: Context) =>
  new Elysia({ name: 'writes', prefix: '/api/me/writes' })
    .use(session(ctx))
    .get('', async ({ memberId }) => {
      const found = await readOwnWrites(ctx, memberId)
      return { writes: found.map(presentWrite) }
    })
    .post(
      '/:id/retry',
      async ({ memberId, params: { id }, status }) =>
        status(202, { id, uid: (await retryWrite(ctx, memberId, id)).uid }),
      { params: IdPath },
    )
    .delete(
      '/:id',
      async ({ memberId, params: { id } }) => {
        await discardWrite(ctx, memberId, id)
        return { id }
      },
      { params: IdPath },
    )
