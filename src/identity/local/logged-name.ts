import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../../platform/config'
import { usernameKey } from './username'

const DIGITS = 12

/**
 * What the log calls a name that somebody has typed: the same for the same name, and without the secret not traced back,
 * since people type passwords there. Under the development bypass, which may lack a session secret, the other one serves.
 */
export function loggedName({ sessionSecret, encryptionKey }: Config, username: string): string {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret ?? encryptionKey, '', 'corkboard logged name', 32))
  return createHmac('sha256', key).update(usernameKey(username)).digest('hex').slice(0, DIGITS)
}
