import { t } from 'elysia'
import { ERROR } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import {
  MAX_CLIENT_ID_LENGTH,
  MAX_EXTERNAL_URL_LENGTH,
  MAX_ISSUER_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USERNAME_LENGTH,
  MAX_VAPID_KEY_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../platform/limits'
import { accountFields } from '../shared/credential-form'
import { newCalendarName } from '../shared/home-account'
import { personName } from '../shared/person-name'

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
  displayName: t.Optional(personName('Ends trimmed')),
  username: t.Optional(trimmedText(MAX_USERNAME_LENGTH, { description: 'Ends trimmed; not without initialPassword' })),
  initialPassword: t.Optional(
    limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, { description: 'Not without username' }),
  ),
})

/** The first admin, whose calendar is kept here. */
export const FirstAdminAtHomeBody = t.Object({
  displayName: personName('Ends trimmed'),
  username: trimmedText(MAX_USERNAME_LENGTH, { description: 'Ends trimmed' }),
  initialPassword: limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
  calendarName: newCalendarName,
})
/** Whether the household has a calendar server of its own. */
export const HOME = t.Object({ available: t.Boolean() })

export const SETUP_STATUS = t.Object({ setupComplete: t.Boolean(), dbName: t.String() })
/** What a check has found wrong. */
export const FINDING = t.Object({ ok: t.Literal(false), error: t.String() })
/** What is found wrong, or what is wrong with the request. */
export const FINDING_OR_ERROR = t.Union([FINDING, ERROR])

export type SetupStatus = typeof SETUP_STATUS.static

export type Configuration = typeof ConfigBody.static
export type FirstAdmin = typeof FirstAdminBody.static
export type FirstAdminAtHome = typeof FirstAdminAtHomeBody.static
