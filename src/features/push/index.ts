import { Elysia } from 'elysia'
import { done, snooze } from '../../calendar/reminders'
import { isStillInForce } from '../../identity/authenticate'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { UNAUTHORIZED } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { createPusher, type PusherOptions } from '../../platform/webpush/pusher'
import { DoneBody, ForgetQuery, PUBLIC_KEY, SnoozeBody, SubscriptionBody, TRIAL } from './model'
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
      async ({ memberId, principal, body, status }) => {
        const { endpoint, keys } = body
        const target = { endpoint, p256dh: keys.p256dh, auth: keys.auth }
        const isSubscribed = await subscribe(ctx, memberId, target, principal.deviceId)
        // Whoever has ended the session meanwhile has forgotten its devices before this one came.
        if (!isSubscribed || !(await isStillInForce(ctx, principal))) {
          await unsubscribe(ctx, memberId, endpoint)
          return status(401, UNAUTHORIZED)
        }
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
    .post(
      '/snooze',
      async ({ memberId, body: { tag, endpoint } }) => {
        await snooze(ctx, memberId, tag, endpoint)
        return { ok: true }
      },
      { body: SnoozeBody, detail: answers(200, OK, 'Sends a reminder once more in ten minutes', 400, 404) },
    )
    .post(
      '/done',
      async ({ memberId, body: { tag } }) => {
        await done(ctx, memberId, tag)
        return { ok: true }
      },
      { body: DoneBody, detail: answers(200, OK, "Ends a reminder on all of the caller's devices", 400, 404) },
    )
    .post('/test', ({ memberId }) => tryDevices(ctx, memberId, pusher), {
      detail: answers(200, TRIAL, "Sends to the caller's devices and says how many accepted"),
    })
}
