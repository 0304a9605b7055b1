import type { Config } from '../config'
import { type Dns, systemDns } from '../net/dns'
import { asItStands, ForbiddenAddressError, type PinnedTarget, pinPublicAddress } from '../net/pin'
import { judgeAnswer, judgeFailure, type PushOutcome } from './outcome'
import { checkVapid } from './vapid'

/** One browser's subscription as it was given to us; nothing about it has been proven. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** What the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** Where a tap leads, a path of the web client. */
  url: string
  /** A later notification with the same tag replaces an earlier one. */
  tag: string
  /** When it starts, `HH:MM` on the household's clock; null: all day, or about no single event. */
  time?: string | null
  place?: string | null
  /** Names of those it is for. */
  people?: string[]
}

export interface PushMessage {
  payload: PushPayload
  /** How long the push service keeps the message for a device that is switched off (RFC 8030 5.2). */
  ttlSeconds: number
  /** A waiting message with the same topic is replaced: at most 32 characters of base64url (RFC 8030 5.4). */
  topic: string
}

export interface Pusher {
  /** Sends one message, encrypted (RFC 8291) and signed (RFC 8292). Never throws. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}

export interface PusherOptions {
  /** For one message with its answer. */
  timeoutMs?: number
  dns?: Dns
  /** A certificate authority instead of the system's, PEM. */
  ca?: string
  /** Finds the address to connect to. */
  pin?: (url: URL) => Promise<PinnedTarget>
}

const TIMEOUT_MS = 10_000

/**
 * The way to the push services, null when the VAPID settings do not allow any. Outside development an endpoint must be
 * https and lead to a public address, checked at each message: anybody who is signed in may name any endpoint.
 */
export function createPusher(
  config: Pick<Config, 'vapid' | 'vapidPublicKey' | 'isProduction' | 'allowsPrivateAddresses'>,
  now: () => Date,
  { timeoutMs = TIMEOUT_MS, dns = systemDns, ca, pin }: PusherOptions = {},
): Pusher | null {
  const { vapid } = config
  if (vapid === null || !checkVapid(config).enabled) return null
  const locate = pin ?? (config.allowsPrivateAddresses ? asItStands : (url: URL) => pinPublicAddress(url, dns))

  return {
    async send(target, message) {
      const request = await encrypt(target, message, vapid)
      if (request === null) return { kind: 'unusable', reason: 'the keys of the subscription cannot be used' }
      try {
        const place = await locate(new URL(target.endpoint))
        const response = await fetch(place.url, {
          method: 'POST',
          headers: { ...request.headers, ...place.headers },
          body: request.body,
          redirect: 'manual',
          // Nobody reads the answer's body, and a few kilobytes of it unpack to gigabytes.
          decompress: false,
          // A pooled connection that the service has closed meanwhile would lose the message.
          keepalive: false,
          signal: AbortSignal.timeout(timeoutMs),
          tls: { ...place.tls, ...(ca === undefined ? {} : { ca }) },
        })
        // Not awaited: an answer may never end.
        response.body?.cancel().catch(() => {})
        return judgeAnswer(response.status, response.headers.get('retry-after'), now())
      } catch (error) {
        if (error instanceof ForbiddenAddressError) {
          return { kind: 'unusable', reason: `the endpoint cannot be used: ${error.message}` }
        }
        return judgeFailure(error)
      }
    },
  }
}

/** The request that web-push makes of a message, null for keys that nothing can be encrypted for. */
async function encrypt(
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttlSeconds, topic }: PushMessage,
  vapidDetails: NonNullable<Config['vapid']>,
): Promise<{ headers: Record<string, string>; body: Uint8Array<ArrayBuffer> } | null> {
  // Loaded by the first message: a start does not wait for it.
  const { default: webpush } = await import('web-push')
  try {
    const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: ttlSeconds,
      urgency: 'high',
      topic,
    })
    const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
    return { headers: Object.fromEntries(headers), body: new Uint8Array(details.body ?? []) }
  } catch {
    return null
  }
}
