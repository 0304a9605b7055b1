import { createHmac } from 'node:crypto'
import type { Config } from '../platform/config'
import { purposeKey } from '../platform/crypto/purpose-key'

/**
 * Makes the texts that stand for the uids of events which show as busy: of one length, and without the secret neither
 * made from an occurrence nor traced back to one (RFC 2104).
 */
export function busyUids(config: Pick<Config, 'sessionSecret' | 'encryptionKey'>) {
  const key = purposeKey(config, 'busy event')
  return (...parts: readonly (string | number | null)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
