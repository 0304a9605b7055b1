import { t } from 'elysia'
import { id, instant, oneOf, orNull } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_CALENDAR_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_SERVER_URL_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../platform/limits'
import { accountFields, providerType } from '../shared/credential-form'
import { homeServerUrl, homeUsername, newCalendarName } from '../shared/home-account'
import { memberColor } from '../shared/member-color'
import { personName } from '../shared/person-name'
import { calendarUrl, color, colorBody, displayName, problem } from '../shared/schemas'

export const ChangeMeBody = t.Object({
  displayName: t.Optional(personName("Ends trimmed; nobody else's, in any case")),
  color: t.Optional(memberColor),
})

const USER = t.Object({
  id,
  displayName,
  color,
  isAdmin: t.Boolean({ description: 'For navigation only; each route asks the database' }),
  needsProviderSetup: t.Boolean({ description: 'True without a calendar account' }),
  hasLocalCredential: t.Boolean(),
})
export const ME = t.Object({ user: USER, timezone: t.String({ description: "The household's zone" }) })
export const CHANGED_ME = t.Object({ user: USER })
export const LINK = t.Object({
  signedState: t.String({ description: 'Good for ten minutes and one use' }),
  authorizationUrl: orNull(t.String({ description: 'Null without an identity provider' })),
})
/**
 * States of an account:
 * - `waiting`: it was not asked yet
 * - `refused`: its server does not take the password
 * - `failing`: the last poll failed for another reason
 */
const ACCOUNT = t.Object({
  username: t.String({ maxLength: MAX_ACCOUNT_NAME_LENGTH, description: 'The sign-in name at the calendar server' }),
  serverUrl: orNull(t.String({ maxLength: MAX_SERVER_URL_LENGTH, description: 'As entered; null: found' })),
  state: oneOf('ok', 'waiting', 'refused', 'failing'),
  reason: problem,
  since: orNull(t.String({ format: 'date-time', description: 'The first of the polls in a row that failed' })),
  nextTryAt: orNull(instant),
  waitingWrites: t.Integer({ minimum: 0, description: 'Own writes through it that have not got there' }),
})
export const CALENDAR_ACCOUNT = t.Object({
  account: t.Union([ACCOUNT, t.Null()], { description: 'Null without a calendar account' }),
})

export const HOME_ACCOUNT = t.Object({
  available: t.Boolean({ description: 'The household has a calendar server of its own' }),
  username: orNull(homeUsername),
  serverUrl: orNull(homeServerUrl),
})
export type HomeAccount = typeof HOME_ACCOUNT.static

/** The caller as the client sees them. */
export type User = typeof USER.static
export type Me = typeof ME.static
export type CalendarAccount = typeof ACCOUNT.static

export const CredentialBody = t.Object({ providerType, ...accountFields })

export const NewHomeCalendarBody = t.Object({
  displayName: trimmedText(MAX_CALENDAR_NAME_LENGTH, { description: 'Ends trimmed' }),
  color: t.Optional(colorBody("#RRGGBB; the member's when absent")),
})
export const NEW_HOME_CALENDAR = t.Object({ calendarUrl })

export const NewHomeAccountBody = t.Optional(t.Object({ calendarName: newCalendarName }))

export const PasswordBody = t.Object({
  currentPassword: t.String({ minLength: 1 }),
  newPassword: limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
})
