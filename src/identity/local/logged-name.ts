import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config'
import { purposeKey } from '../../platform/crypto/purpose-key'
import { usernameKey } from './username'

const DIGITS = 12

/**
 * What the log calls a name that somebody has typed: the same for the same name, and without the secret not traced back,
 * since people type passwords there.
 */
export function loggedName(config: Config, username: string): string {
  return createHmac('sha256', purposeKey(config, 'logged name'))
    .update(usernameKey(username))
    .digest('hex')
    .slice(0, DIGITS)
}
