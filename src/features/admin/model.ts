import { t } from 'elysia'
import { accountFields, providerType } from '../../household/credential-form'
import { MAX_NAME_LENGTH } from '../../household/members'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../identity/local/password'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { IdInPath, limitedText, MAX_ID, strictInteger } from '../../platform/http-schema'

export const IdPath = t.Object({ id: IdInPath })

const displayName = limitedText(1, MAX_NAME_LENGTH, 'Ends trimmed')
const password = limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)

export const NewMemberBody = t.Object({
  displayName,
  username: limitedText(1, MAX_USERNAME_LENGTH, 'Ends trimmed; upper and lower case are the same'),
  initialPassword: password,
})

export const MemberChangeBody = t.Object({
  displayName: t.Optional(displayName),
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
