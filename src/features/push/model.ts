import { t } from 'elysia'
import { amount } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'

const MAX_ENDPOINT_LENGTH = 2048
const MAX_P256DH_LENGTH = 512
const MAX_AUTH_LENGTH = 256
/** Of a uid, a start and which of its reminders it is, with room to spare. */
const MAX_TAG_LENGTH = 1024
const ABSOLUTE_HTTP = /^https?:\/\//i
const ENDPOINT_RULE = `expected an http or https URL of at most ${MAX_ENDPOINT_LENGTH} characters`

const endpoint = () =>
  limitedText(1, MAX_ENDPOINT_LENGTH, {
    description: 'Absolute http or https URL',
    error: ENDPOINT_RULE,
    furtherProblemOf: (text) => (ABSOLUTE_HTTP.test(text) && URL.canParse(text) ? null : ENDPOINT_RULE),
  })

/** As `PushSubscription.toJSON()` writes it. Whether it works is found out by sending. */
export const SubscriptionBody = t.Object({
  endpoint: endpoint(),
  keys: t.Object({
    p256dh: limitedText(1, MAX_P256DH_LENGTH),
    auth: limitedText(1, MAX_AUTH_LENGTH),
  }),
})

export const ForgetQuery = t.Object({
  endpoint: t.Optional(t.String({ description: 'forget this device only' })),
})

const tag = () => limitedText(1, MAX_TAG_LENGTH, { description: 'As the notification had it' })
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
