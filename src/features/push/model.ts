import { t } from 'elysia'
import { amount } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'

const LONGEST_ENDPOINT = 2048
const LONGEST_P256DH = 512
const LONGEST_AUTH = 256
/** Of a uid, a start and which of its reminders it is, with room to spare. */
const LONGEST_TAG = 1024
const ABSOLUTE_HTTP = /^https?:\/\//i
const ENDPOINT_RULE = `expected an http or https URL of at most ${LONGEST_ENDPOINT} characters`

const endpoint = () =>
  limitedText(1, LONGEST_ENDPOINT, {
    description: 'Absolute http or https URL',
    error: ENDPOINT_RULE,
    furtherProblemOf: (text) => (ABSOLUTE_HTTP.test(text) && URL.canParse(text) ? null : ENDPOINT_RULE),
  })

/** As `PushSubscription.toJSON()` writes it. Whether it works is found out by sending. */
export const SubscriptionBody = t.Object({
  endpoint: endpoint(),
  keys: t.Object({
    p256dh: limitedText(1, LONGEST_P256DH),
    auth: limitedText(1, LONGEST_AUTH),
  }),
})

export const ForgetQuery = t.Object({
  endpoint: t.Optional(t.String({ description: 'forget this device only' })),
})

const tag = () => limitedText(1, LONGEST_TAG, { description: 'As the notification had it' })
export const SnoozeBody = t.Object({ tag: tag(), endpoint: endpoint() })
export const DoneBody = t.Object({ tag: tag() })

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
