import { t } from 'elysia'
import { MAX_NAME_LENGTH } from '../../household/members'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../identity/local/password'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { badRequest } from '../../platform/http-errors'
import { ERROR, limitedText, trimmedText } from '../../platform/http-schema'
import { accountFields } from '../shared/credential-form'

const MAX_ISSUER_LENGTH = 1024
const MAX_CLIENT_ID_LENGTH = 256
const MAX_VAPID_KEY_LENGTH = 512
const MAX_EXTERNAL_URL_LENGTH = 512

export const ConfigBody = t.Object({
  oidcIssuer: limitedText(1, MAX_ISSUER_LENGTH, 'https URL'),
  oidcClientId: limitedText(1, MAX_CLIENT_ID_LENGTH),
  vapidPublicKey: limitedText(1, MAX_VAPID_KEY_LENGTH, 'Must be VAPID_PUBLIC_KEY'),
  appExternalUrl: limitedText(1, MAX_EXTERNAL_URL_LENGTH, 'https URL'),
})

/** The local account and the name are for a household without an identity provider. */
export const FirstAdminBody = t.Object({
  ...accountFields,
  displayName: t.Optional(limitedText(1, MAX_NAME_LENGTH, 'Ends trimmed')),
  username: t.Optional(limitedText(1, MAX_USERNAME_LENGTH, 'Ends trimmed; not without initialPassword')),
  initialPassword: t.Optional(limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, 'Not without username')),
})

export const SETUP_STATUS = t.Object({ setupComplete: t.Boolean(), dbName: t.String() })
/** What a check has found wrong. */
export const FINDING = t.Object({ ok: t.Literal(false), error: t.String() })
/** What is found wrong, or what is wrong with the request. */
export const FINDING_OR_ERROR = t.Union([FINDING, ERROR])

export type SetupStatus = typeof SETUP_STATUS.static

/** The wizard's configuration, checked. @throws Refusal 400 */
export function configOf(body: typeof ConfigBody.static) {
  return {
    oidcIssuer: httpsUrl('oidcIssuer', body.oidcIssuer, MAX_ISSUER_LENGTH),
    oidcClientId: trimmedText('oidcClientId', body.oidcClientId, MAX_CLIENT_ID_LENGTH),
    vapidPublicKey: trimmedText('vapidPublicKey', body.vapidPublicKey, MAX_VAPID_KEY_LENGTH),
    appExternalUrl: httpsUrl('appExternalUrl', body.appExternalUrl, MAX_EXTERNAL_URL_LENGTH),
  }
}

/** Kept as it was written: an issuer is compared with what the provider calls itself. */
function httpsUrl(field: string, text: string, longest: number): string {
  const trimmed = trimmedText(field, text, longest)
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain) throw badRequest(`${field}: expected an https URL`)
  return trimmed
}
