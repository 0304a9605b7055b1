import { t } from 'elysia'
import { MAX_NAME_LENGTH } from '../../household/members'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../identity/local/password'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { ERROR } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { accountFields } from '../shared/credential-form'

const MAX_ISSUER_LENGTH = 1024
const MAX_CLIENT_ID_LENGTH = 256
const MAX_VAPID_KEY_LENGTH = 512
const MAX_EXTERNAL_URL_LENGTH = 512

/** Kept as it was written: an issuer is compared with what the provider calls itself. */
const httpsUrl = (longest: number) =>
  trimmedText(longest, {
    description: 'https URL',
    furtherProblemOf(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      const isPlain = url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === ''
      return isPlain ? null : 'expected an https URL'
    },
  })

/** The wizard's configuration. */
export const ConfigBody = t.Object({
  oidcIssuer: httpsUrl(MAX_ISSUER_LENGTH),
  oidcClientId: trimmedText(MAX_CLIENT_ID_LENGTH),
  vapidPublicKey: trimmedText(MAX_VAPID_KEY_LENGTH, { description: 'Must be VAPID_PUBLIC_KEY' }),
  appExternalUrl: httpsUrl(MAX_EXTERNAL_URL_LENGTH),
})

/** The local account and the name are for a household without an identity provider. */
export const FirstAdminBody = t.Object({
  ...accountFields,
  displayName: t.Optional(trimmedText(MAX_NAME_LENGTH, { description: 'Ends trimmed' })),
  username: t.Optional(trimmedText(MAX_USERNAME_LENGTH, { description: 'Ends trimmed; not without initialPassword' })),
  initialPassword: t.Optional(
    limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, { description: 'Not without username' }),
  ),
})

export const SETUP_STATUS = t.Object({ setupComplete: t.Boolean(), dbName: t.String() })
/** What a check has found wrong. */
export const FINDING = t.Object({ ok: t.Literal(false), error: t.String() })
/** What is found wrong, or what is wrong with the request. */
export const FINDING_OR_ERROR = t.Union([FINDING, ERROR])

export type SetupStatus = typeof SETUP_STATUS.static

export type Configuration = typeof ConfigBody.static
export type FirstAdmin = typeof FirstAdminBody.static
