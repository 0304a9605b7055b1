import { hkdfSync } from 'node:crypto'
import type { Config } from '../config'

/**
 * 32 bytes of key for one purpose alone (RFC 5869), out of the session secret; under the development bypass, which may lack
 * one, out of the encryption key.
 */
export const purposeKey = (
  { sessionSecret, encryptionKey }: Pick<Config, 'sessionSecret' | 'encryptionKey'>,
  purpose: string,
): Buffer => Buffer.from(hkdfSync('sha256', sessionSecret ?? encryptionKey, '', `corkboard ${purpose}`, 32))
