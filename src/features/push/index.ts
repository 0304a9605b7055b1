import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { createPusher, type PusherOptions } from '../../platform/webpush/pusher'
import { ForgetQuery, SubscriptionBody, subscriptionOf } from './model'
import { subscribe, unsubscribe } from './subscriptions'
import { tryDevices } from './trial'

export { tellAdmins } from './applicant'

/** The member's devices that reminders are pushed to. */
export const push = (ctx: Context, options: PusherOptions = {}) => {
  const pusher = createPusher(ctx.config, ctx.now, options)
  return new Elysia({ name: 'push', prefix: '/api/push' })
    .use(session(ctx))
    .get('/vapid-public-key', () => ({ publicKey: ctx.config.vapidPublicKey }))
    .post(
      '/subscription',
      async ({ memberId, body, status }) => {
        await subscribe(ctx, memberId, subscriptionOf(body))
        return status(201, { ok: true })
      },
      { body: SubscriptionBody },
    )
    .delete(
      '/subscription',
      async ({ memberId, query }) => {
        await unsubscribe(ctx, memberId, query.endpoint)
        return { ok: true }
      },
      { query: ForgetQuery },
    )
    .post('/test', ({ memberId }) => tryDevices(ctx, memberId, pusher))
}
