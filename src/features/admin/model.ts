import { t } from 'elysia'
import { accountFields, providerType } from '../../household/credential-form'
import { IdInPath, MAX_ID, strictInteger } from '../../platform/http-schema'

export const IdPath = t.Object({ id: IdInPath })

export const NewMemberBody = t.Object({ displayName: t.String(), username: t.String(), initialPassword: t.String() })

export const MemberChangeBody = t.Object({ displayName: t.Optional(t.String()), isAdmin: t.Optional(t.Boolean()) })

export const PasswordBody = t.Object({ newPassword: t.String() })

export const CredentialBody = t.Object({
  userId: strictInteger({ minimum: 1, maximum: MAX_ID }),
  providerType,
  ...accountFields,
})

export const TimezoneBody = t.Object({ timezone: t.String({ minLength: 1, maxLength: 64 }) })
