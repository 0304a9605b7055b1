import { Elysia } from 'elysia'
import { DISPLAY_SESSION_COOKIE, displaySessionCookie } from '../../identity/display-session'
import { pairDisplay } from '../../identity/pair-display'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { jsonBody } from '../../platform/http-body'
import { addressOf } from '../../platform/http-client-address'
import { secretBody } from '../../platform/http-errors'
import { idempotency } from '../../platform/idempotency'
import { PAIRED, PairBody } from './model'

/** Becoming a display; for everyone who has a code. */
export const displayPairing = (ctx: Context) =>
  new Elysia({ name: 'display-pairing' })
    .use(secretBody())
    .use(jsonBody())
    .use(idempotency())
    .post(
      '/api/display/pair',
      async ({ body, request, server, cookie, idempotencyKey: key }) => {
        const { display, token } = await pairDisplay(ctx, { code: body.code, key }, addressOf(ctx, request, server))
        cookie[DISPLAY_SESSION_COOKIE]?.set(displaySessionCookie(ctx.config, token))
        return { display }
      },
      {
        isIdempotent: true,
        body: PairBody,
        detail: answers(200, PAIRED, 'Makes a device a display by its code', 400, 401, 429, 503),
      },
    )
