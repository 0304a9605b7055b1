import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { ID, IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { NEW_TOKEN, NewTokenBody, TOKENS } from './model'
import { createToken, readTokens, revokeToken } from './service'

/** Tokens with which programs ask on a member's behalf. */
export const tokens = (ctx: Context) =>
  new Elysia({ name: 'tokens', prefix: '/api/me/tokens' })
    .use(session(ctx))
    .use(idempotency())
    .get('', async ({ memberId }) => ({ tokens: await readTokens(ctx, memberId) }), {
      detail: answers(200, TOKENS, 'Own tokens, the oldest first'),
    })
    .post(
      '',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(201, await createToken(ctx, memberId, body, idempotencyKey)),
      {
        isIdempotent: true,
        body: NewTokenBody,
        detail: answers(201, NEW_TOKEN, 'A token for a program; takes an Idempotency-Key', 400, 422),
      },
    )
    .delete('/:id', ({ memberId, params: { id }, idempotencyKey }) => revokeToken(ctx, memberId, id, idempotencyKey), {
      isIdempotent: true,
      params: IdPath,
      detail: answers(200, ID, 'Revokes a token: it is dead at once; takes an Idempotency-Key', 400, 404, 422),
    })
