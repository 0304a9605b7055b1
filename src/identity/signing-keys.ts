import { hkdfSync } from 'node:crypto'
import type { Config } from '../platform/config'
import { unavailable } from '../platform/http-errors'

/** The key of local sessions and link states. @throws Refusal 503 when no session secret is configured */
export function secretKey(config: Config): Uint8Array {
  if (config.sessionSecret === null) throw unavailable()
  return new TextEncoder().encode(config.sessionSecret)
}

/**
 * A key of its own for each purpose, so that no token of one is ever good for another (RFC 5869).
 * @throws Refusal 503 when no session secret is configured
 */
export function derivedKey(config: Config, purpose: 'oidc session' | 'oidc flow' | 'setup'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey(config), '', `corkboard ${purpose}`, 32))
}
