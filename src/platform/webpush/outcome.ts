import { labelOfError } from '../error-code'
import { retryAfterMs } from '../net/retry-after'

/**
 * What became of one message to one device. The reasons are for people; none contains a part of the endpoint, which is a
 * secret, or of the message.
 */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The push service has forgotten the subscription for good (RFC 8030 7.3: 404; 410 in practice). */
  | { kind: 'gone' }
  /** Certainly not accepted, and worth another try. */
  | { kind: 'busy'; reason: string; retryAfterMs: number | null }
  | { kind: 'refused'; reason: string }
  /** Perhaps sent: a second try could show the message twice. */
  | { kind: 'unclear'; reason: string }
  /** Never contacted, because it cannot work. */
  | { kind: 'unusable'; reason: string }

/** What a push service's answer means. A redirect is not followed: it could lead anywhere. */
export function judgeAnswer(status: number, retryAfter: string | null, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const reason = `the push service is busy (${status})`
    return { kind: 'busy', reason, retryAfterMs: retryAfterMs(retryAfter, now) }
  }
  return { kind: 'refused', reason: `the push service refuses the message (${status})` }
}

/** Failures before a byte of the request was sent, as Bun and Node name them; certificates are checked before that. */
const NOT_SENT =
  /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENODATA|EAI_AGAIN|ETIMEOUT|ESERVFAIL|EREFUSED|DNSException|UnableToConnect)$|CERT|ERR_TLS|VERIFY|SIGNATURE/

/** What it means that no answer came. */
export function judgeFailure(error: unknown): PushOutcome {
  const label = labelOfError(error)
  if (NOT_SENT.test(label)) {
    return { kind: 'busy', reason: `the push service cannot be reached (${label})`, retryAfterMs: null }
  }
  return { kind: 'unclear', reason: `the push service gave no answer (${label})` }
}
