import { t } from 'elysia'
import { badRequest } from '../../platform/http-errors'
import { amount, limitedText } from '../../platform/http-schema'
import type { PushTarget } from '../../platform/webpush/pusher'

const LONGEST_ENDPOINT = 2048
const LONGEST_P256DH = 512
const LONGEST_AUTH = 256
const ABSOLUTE_HTTP = /^https?:\/\//i

/** As `PushSubscription.toJSON()` writes it. Whether it works is found out by sending. */
export const SubscriptionBody = t.Object({
  endpoint: limitedText(1, LONGEST_ENDPOINT, 'Absolute http or https URL'),
  keys: t.Object({
    p256dh: limitedText(1, LONGEST_P256DH),
    auth: limitedText(1, LONGEST_AUTH),
  }),
})

export const ForgetQuery = t.Object({
  endpoint: t.Optional(t.String({ description: 'forget this device only' })),
})

export const PUBLIC_KEY = t.Object({ publicKey: t.String({ description: 'Empty when push is off' }) })
export const TRIAL = t.Object({
  devices: amount,
  accepted: t.Integer({ minimum: 0, description: 'Devices whose push service took the message' }),
  problems: t.Array(
    t.Object({
      service: t.String({ description: "The push service's host" }),
      reason: t.String({ description: 'What is wrong, in plain words' }),
    }),
    { description: 'One for each other device' },
  ),
})

export type TrialResult = typeof TRIAL.static

/** @throws Refusal 400 naming the field and the rule */
export function subscriptionOf({ endpoint, keys }: typeof SubscriptionBody.static): PushTarget {
  if (!ABSOLUTE_HTTP.test(endpoint) || !URL.canParse(endpoint) || lengthOf(endpoint) > LONGEST_ENDPOINT) {
    throw badRequest(`endpoint: expected an http or https URL of at most ${LONGEST_ENDPOINT} characters`)
  }
  return {
    endpoint,
    p256dh: keyText('keys.p256dh', keys.p256dh, LONGEST_P256DH),
    auth: keyText('keys.auth', keys.auth, LONGEST_AUTH),
  }
}

function keyText(field: string, text: string, longest: number): string {
  const length = lengthOf(text)
  if (length === 0 || length > longest) throw badRequest(`${field}: expected text of 1 to ${longest} characters`)
  return text
}

/** In code points, as the database counts; capped, since one has at most two units. */
function lengthOf(text: string): number {
  return text.length > 2 * LONGEST_ENDPOINT ? text.length : [...text].length
}
