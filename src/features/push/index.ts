import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import { createPusher, type PusherOptions } from '../../platform/webpush/pusher'
import { ForgetQuery, PUBLIC_KEY, SubscriptionBody, TRIAL } from './model'
import { subscribe, unsubscribe } from './subscriptions'
import { tryDevices } from './trial'

export { tellAdmins } from './applicant'
export { tellCodesEnded } from './codes-ended'

/** The member's devices that reminders are pushed to. */
export const push = (ctx: Context, options: PusherOptions = {}) => {
  const pusher = createPusher(ctx.config, ctx.now, options)
  return new Elysia({ name: 'push', prefix: '/api/push' })
    .use(session(ctx))
    .get('/vapid-public-key', () => ({ publicKey: ctx.config.vapidPublicKey }), {
      detail: answers(200, PUBLIC_KEY, 'The key that a subscription is made with'),
    })
    .post(
      '/subscription',
      async ({ memberId, body, status }) => {
        const { endpoint, keys } = body
        await subscribe(ctx, memberId, { endpoint, p256dh: keys.p256dh, auth: keys.auth })
        return status(201, { ok: true })
      },
      { body: SubscriptionBody, detail: answers(201, OK, 'Remembers a device', 400) },
    )
    .delete(
      '/subscription',
      async ({ memberId, query }) => {
        await unsubscribe(ctx, memberId, query.endpoint)
        return { ok: true }
      },
      { query: ForgetQuery, detail: answers(200, OK, "Forgets one device, or all of the caller's", 400) },
    )
    .post('/test', ({ memberId }) => tryDevices(ctx, memberId, pusher), {
      detail: answers(200, TRIAL, "Sends to the caller's devices and says how many accepted"),
    })
}
