import { hkdfSync } from 'node:crypto'
import type { Config } from '../platform/config'
import { unavailable } from '../platform/http-errors'

type Purpose = 'oidc session' | 'oidc flow' | 'setup'
type Secrets = Pick<Config, 'sessionSecret' | 'previousSessionSecret'>

/** What is signed with, and what was before the secret was changed. */
export interface SigningKeys {
  key: Uint8Array
  previousKey: Uint8Array | null
}

/** The key of local sessions and link states. @throws Refusal 503 when no session secret is configured */
export function secretKey({ sessionSecret }: Secrets): Uint8Array {
  if (sessionSecret === null) throw unavailable()
  return new TextEncoder().encode(sessionSecret)
}

/**
 * A key of its own for each purpose, so that no token of one is ever good for another (RFC 5869).
 * @throws Refusal 503 when no session secret is configured
 */
export function derivedKey(config: Secrets, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey(config), '', `corkboard ${purpose}`, 32))
}

/** The keys of sessions: derived for their purpose, or the secrets themselves. @throws Refusal 503, as above */
export function sessionKeys(config: Secrets, purpose: Purpose | null): SigningKeys {
  const keyOf = (secrets: Secrets) => (purpose === null ? secretKey(secrets) : derivedKey(secrets, purpose))
  const { previousSessionSecret } = config
  const isChanged = previousSessionSecret !== null
  return {
    key: keyOf(config),
    previousKey: isChanged ? keyOf({ ...config, sessionSecret: previousSessionSecret }) : null,
  }
}
