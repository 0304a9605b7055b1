import { t } from 'elysia'
import type { CredentialInput } from '../../household/credentials'
import { badRequest } from '../../platform/http-errors'
import { limitedText, trimmedText } from '../../platform/http-text'
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_APP_PASSWORD_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_SERVER_URL_LENGTH,
} from '../../platform/limits'

const PROVIDER_TYPE = 'caldav'

/** The account's fields in every body that carries one. */
export const accountFields = {
  fastmailEmail: t.Optional(
    t.String({
      format: 'email',
      maxLength: MAX_EMAIL_LENGTH,
      description: "The account's address, whatever the provider; may be left out beside calendarUsername",
    }),
  ),
  calendarUsername: t.Optional(
    trimmedText(MAX_ACCOUNT_NAME_LENGTH, {
      description: 'The sign-in name where it is not the e-mail address, ends trimmed',
      // Basic ends the name at the first colon and carries no control characters (RFC 7617 2).
      furtherProblemOf: (text) => (/[\p{Cc}:]/u.test(text) ? 'expected neither colons nor control characters' : null),
    }),
  ),
  appPassword: limitedText(1, MAX_APP_PASSWORD_LENGTH),
  serverUrl: t.Optional(
    t.String({ maxLength: MAX_SERVER_URL_LENGTH, description: 'https; found from the e-mail domain when absent' }),
  ),
}

export const providerType = t.Literal(PROVIDER_TYPE)

/** Reads the account out of a body that has passed the schema. @throws Refusal 400 */
export function credentialInput(body: {
  fastmailEmail?: string
  calendarUsername?: string
  appPassword: string
  serverUrl?: string
}): CredentialInput {
  const { fastmailEmail: accountEmail = null, calendarUsername, appPassword, serverUrl } = body
  if (accountEmail === null && calendarUsername === undefined) throw badRequest('fastmailEmail or calendarUsername')
  return {
    providerType: PROVIDER_TYPE,
    accountEmail,
    calendarUsername: calendarUsername ?? null,
    appPassword,
    serverUrl: serverUrl === undefined ? null : readServerUrl(serverUrl),
  }
}

/** The address as it is stored: ASCII, without a name or password in it. Where it may lead is checked on connecting. */
function readServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || url.href.length > MAX_SERVER_URL_LENGTH) throw badRequest('serverUrl: expected an https URL')
  return url.href
}
