import { t } from 'elysia'
import { accountFields, providerType } from '../../household/credential-form'

export const ChangeMeBody = t.Object({ displayName: t.Optional(t.String()), color: t.Optional(t.String()) })

export const CredentialBody = t.Object({ providerType, ...accountFields })

export const PasswordBody = t.Object({ currentPassword: t.String({ minLength: 1 }), newPassword: t.String() })
