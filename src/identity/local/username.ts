import { badRequest } from '../../platform/http-errors'
import { checkTrimmed } from '../../platform/http-text'
import { MAX_USERNAME_LENGTH } from '../../platform/limits'

const MAX_KEY_LENGTH = 256

/** The form in which names are compared: `Ada`, `ada` and `Ａｄａ` are one name. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

/** A name as a new account may have it, trimmed. @throws Refusal 400 */
export function newUsername(text: string): string {
  const username = checkTrimmed('username', text, MAX_USERNAME_LENGTH)
  // Compatibility forms can be many times as long as what was typed.
  if ([...usernameKey(username)].length > MAX_KEY_LENGTH) throw badRequest('username: expected a shorter name')
  return username
}
