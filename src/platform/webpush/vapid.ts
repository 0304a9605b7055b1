import { createECDH } from 'node:crypto'
import type { Config } from '../config'

export interface VapidCheck {
  /** Whether messages can be sent at all. */
  enabled: boolean
  /** What the operator should know, null when all is well or nothing was configured. */
  warning: string | null
}

type VapidConfig = Pick<Config, 'vapid' | 'vapidPublicKey' | 'isProduction'>

const BASE64URL = /^[A-Za-z0-9_-]+$/
const PUBLIC_KEY_BYTES = 65
const PRIVATE_KEY_BYTES = 32
/** Names that no public zone delegates (RFC 2606, RFC 6761, RFC 6762, RFC 8375 and the registry of special names). */
const NOT_REAL = ['localhost', 'local', 'localdomain', 'internal', 'lan', 'home', 'invalid', 'onion', 'home.arpa']
/** Reserved for tests and documentation; good enough as long as no real push service is asked. */
const FOR_TESTS = ['test', 'example']

/**
 * Whether the VAPID settings will be taken by the push services. What they would refuse is found here and not by the
 * first reminder: Apple answers 403 to a subject without a real domain, and all of them to keys that do not match.
 */
export function checkVapid(config: VapidConfig): VapidCheck {
  const { vapid, vapidPublicKey, isProduction } = config
  if (vapid === null) {
    if (vapidPublicKey === '') return { enabled: false, warning: null }
    return off('VAPID_PUBLIC_KEY is set, but VAPID_SUBJECT or VAPID_PRIVATE_KEY is missing')
  }
  const problem = problemOfSubject(vapid.subject, isProduction) ?? problemOfKeys(vapid.publicKey, vapid.privateKey)
  return problem === null ? { enabled: true, warning: null } : off(problem)
}

function off(problem: string): VapidCheck {
  return { enabled: false, warning: `push is off: ${problem}` }
}

function problemOfSubject(subject: string, isProduction: boolean): string | null {
  const domain = domainOf(subject)
  if (domain === null) return 'VAPID_SUBJECT: expected mailto:name@domain or an https: URL'
  const unreal = isProduction ? [...NOT_REAL, ...FOR_TESTS] : NOT_REAL
  const isReal = domain.includes('.') && !unreal.some((name) => domain === name || domain.endsWith(`.${name}`))
  return isReal ? null : 'VAPID_SUBJECT: expected a real domain; push services refuse others'
}

/** The host that answers for the subject (RFC 8292 2.1), null when there is none. */
function domainOf(subject: string): string | null {
  if (/\s/.test(subject) || !URL.canParse(subject)) return null
  const { protocol, hostname } = new URL(subject)
  if (protocol === 'https:') return /^[\d.]+$|^\[/.test(hostname) ? null : hostname.replace(/\.$/, '').toLowerCase()
  const mailbox = /^mailto:[^@?]+@([A-Za-z0-9.-]+)$/i.exec(subject)
  return mailbox === null ? null : mailbox[1]!.toLowerCase()
}

function problemOfKeys(publicKey: string, privateKey: string): string | null {
  const expectedPublic = 'VAPID_PUBLIC_KEY: expected 65 bytes of a P-256 key, base64url without padding'
  if (bytesOf(publicKey)?.length !== PUBLIC_KEY_BYTES) return expectedPublic
  const secret = bytesOf(privateKey)
  if (secret?.length !== PRIVATE_KEY_BYTES) return 'VAPID_PRIVATE_KEY: expected 32 bytes, base64url without padding'
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(secret)
  } catch {
    return 'VAPID_PRIVATE_KEY: not a key of the curve P-256'
  }
  return pair.getPublicKey('base64url') === publicKey ? null : 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair'
}

function bytesOf(text: string): Buffer | null {
  return BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null
}
