import { t } from 'elysia'
import { COUNTRIES } from '../../platform/countries'
import { amount, id, instant, MAX_ID, orNull, strictInteger } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../platform/limits'
import { accountFields, providerType } from '../shared/credential-form'
import { personName } from '../shared/person-name'
import { calendarName, color, displayName as nameOrNull, problem } from '../shared/schemas'

const EXPECTED_COUNTRY = 'expected a country, ISO 3166-1 alpha-2'

const displayName = personName('Ends trimmed')
const password = limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)

export const NewMemberBody = t.Object({
  displayName,
  username: trimmedText(MAX_USERNAME_LENGTH, {
    description: 'Ends trimmed; upper and lower case are the same',
  }),
  initialPassword: password,
})

export const MemberChangeBody = t.Object({
  displayName: t.Optional(personName("Ends trimmed; nobody else's, in any case")),
  isAdmin: t.Optional(t.Boolean({ description: 'The last admin keeps the role' })),
})

export const PasswordBody = t.Object({ newPassword: password })

export const CredentialBody = t.Object({
  userId: strictInteger({ minimum: 1, maximum: MAX_ID }),
  providerType,
  ...accountFields,
})

export const TimezoneBody = t.Object({
  timezone: t.String({ minLength: 1, maxLength: 64, description: 'An IANA name such as Europe/Berlin' }),
})

export const CountryBody = t.Object({
  country: orNull(
    limitedText(2, 2, {
      description: 'ISO 3166-1 alpha-2, upper case; null: not said',
      error: EXPECTED_COUNTRY,
      furtherProblemOf: (text) => (COUNTRIES.includes(text) ? null : EXPECTED_COUNTRY),
    }),
  ),
})
export const COUNTRY = t.Object({ country: orNull(t.String({ description: 'ISO 3166-1 alpha-2; null: not said' })) })

const MEMBER = t.Object({
  id,
  displayName: nameOrNull,
  color,
  isAdmin: t.Boolean(),
  username: orNull(t.String({ maxLength: MAX_USERNAME_LENGTH, description: 'Null without a local account' })),
  hasCredential: t.Boolean({ description: 'A calendar account' }),
  hasLocalCredential: t.Boolean(),
  hasOidcIdentity: t.Boolean(),
})
export const MEMBERS = t.Object({ members: t.Array(MEMBER) })
const ADMISSION = t.Object({
  id,
  displayName: nameOrNull,
  email: orNull(t.String({ maxLength: 320, description: 'As the identity provider has it, verified or not' })),
  createdAt: instant,
  lastSeenAt: instant,
})
export const ADMISSIONS = t.Object({ admissions: t.Array(ADMISSION) })
const CALENDAR = t.Object({
  id,
  displayName: calendarName,
  isShared: t.Boolean(),
  ownerId: id,
  ownerName: nameOrNull,
})
export const CALENDARS = t.Object({ calendars: t.Array(CALENDAR) })
export const TIMEZONE = t.Object({ timezone: t.String(), isExplicitlySet: t.Boolean() })
export const SEEDED = t.Object({ ok: t.Literal(true), seeded: t.Boolean() })
const WRITE_COUNT = t.Object({ id, pending: amount, failed: amount })
export const WRITE_COUNTS = t.Object({ members: t.Array(WRITE_COUNT) })
const QUEUED = t.Object({ pending: amount, failed: amount, dead: amount }, { description: 'Queued writes by state' })
export const SYNC_HEALTH = t.Object({
  accounts: t.Array(
    t.Object({
      memberId: id,
      displayName: nameOrNull,
      lastPolledAt: orNull(instant),
      lastError: problem,
      nextTryAt: instant,
    }),
  ),
  calendars: t.Array(
    t.Object({
      ...CALENDAR.properties,
      lastSyncedAt: orNull(instant),
      lastError: problem,
      skippedObjects: t.Integer({ minimum: 0, description: 'Objects that could not be read' }),
      nextTryAt: instant,
      outbox: QUEUED,
    }),
  ),
  outbox: QUEUED,
})

export type AdminMember = typeof MEMBER.static
export type Admission = typeof ADMISSION.static
export type AdminCalendar = typeof CALENDAR.static
export type WriteCount = typeof WRITE_COUNT.static
export type Queued = typeof QUEUED.static
export type SyncHealth = typeof SYNC_HEALTH.static
