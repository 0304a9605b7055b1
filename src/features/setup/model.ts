import { t } from 'elysia'
import { accountFields } from '../../household/credential-form'
import { badRequest } from '../../platform/http-errors'
import { trimmedText } from '../../platform/http-schema'

const MAX_ISSUER_LENGTH = 1024
const MAX_CLIENT_ID_LENGTH = 256
const MAX_VAPID_KEY_LENGTH = 512
const MAX_EXTERNAL_URL_LENGTH = 512

export const ConfigBody = t.Object({
  oidcIssuer: t.String(),
  oidcClientId: t.String(),
  vapidPublicKey: t.String(),
  appExternalUrl: t.String(),
})

/** The local account and the name are for a household without an identity provider. */
export const FirstAdminBody = t.Object({
  ...accountFields,
  displayName: t.Optional(t.String()),
  username: t.Optional(t.String()),
  initialPassword: t.Optional(t.String()),
})

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
