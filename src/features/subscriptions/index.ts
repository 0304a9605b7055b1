import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, IdPath, OK } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { NewSubscriptionBody, PREVIEW, SourceBody, SUBSCRIPTION, SUBSCRIPTIONS, SubscriptionChangeBody } from './model'
import { previewSource } from './preview'
import { changeSubscription, readSubscriptions, refreshSubscription, subscribe, unsubscribe } from './service'

/** Calendars from elsewhere that are only read: feeds, and public holidays. */
export const subscriptions = (ctx: Context) =>
  new Elysia({ name: 'subscriptions', prefix: '/api/subscriptions' })
    .use(session(ctx))
    .use(idempotency())
    .get('', async ({ memberId }) => ({ subscriptions: await readSubscriptions(ctx, memberId) }), {
      detail: answers(200, SUBSCRIPTIONS, 'Own subscriptions'),
    })
    .post(
      '',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(201, await subscribe(ctx, memberId, body, idempotencyKey)),
      {
        isIdempotent: true,
        body: NewSubscriptionBody,
        detail: answers(201, SUBSCRIPTION, 'Subscribes to a feed or to public holidays, and fetches it', 400, 409, 422),
      },
    )
    .post('/preview', ({ memberId, body }) => previewSource(ctx, memberId, body), {
      body: SourceBody,
      detail: answers(200, PREVIEW, 'What a subscription would hold; nothing is stored', 400, 422),
    })
    .patch(
      '/:id',
      async ({ memberId, params, body, idempotencyKey }) => {
        if (Object.keys(body).length === 0) throw badRequest(`Give any of ${FIELDS.join(', ')}`)
        return changeSubscription(ctx, memberId, params.id, body, idempotencyKey)
      },
      {
        isIdempotent: true,
        params: IdPath,
        body: SubscriptionChangeBody,
        detail: answers(200, SUBSCRIPTION, 'Changes an own subscription; another address is fetched', 400, 404, 422),
      },
    )
    .delete(
      '/:id',
      async ({ memberId, params, idempotencyKey }) => {
        await unsubscribe(ctx, memberId, params.id, idempotencyKey)
        return { id: params.id }
      },
      {
        isIdempotent: true,
        params: IdPath,
        detail: answers(200, ID, 'Ends an own subscription; its events are gone with it', 400, 404, 422),
      },
    )
    .post(
      '/:id/refresh',
      async ({ memberId, params, status }) => {
        await refreshSubscription(ctx, memberId, params.id)
        return status(202, { ok: true as const })
      },
      {
        isIdempotent: true,
        params: IdPath,
        detail: answers(202, OK, 'Fetches it now, or when its server wants to be asked again', 400, 404),
      },
    )

const FIELDS = Object.keys(SubscriptionChangeBody.properties)
