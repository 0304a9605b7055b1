import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../platform/config'

/**
 * Makes the texts that stand for the uids of events which show as busy: of one length, and without the secret neither
 * made from an occurrence nor traced back to one (RFC 2104). Under the development bypass, which may lack a session
 * secret, the other secret serves.
 */
export function busyUids({ sessionSecret, encryptionKey }: Pick<Config, 'sessionSecret' | 'encryptionKey'>) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret ?? encryptionKey, '', 'corkboard busy event', 32))
  return (...parts: readonly (string | number | null)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
