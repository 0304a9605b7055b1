import { t } from 'elysia'
import { accountFields, providerType } from '../../household/credential-form'
import { MAX_NAME_LENGTH } from '../../household/members'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../identity/local/password'
import { limitedText } from '../../platform/http-schema'

export const ChangeMeBody = t.Object({
  displayName: t.Optional(limitedText(1, MAX_NAME_LENGTH, 'Ends trimmed')),
  color: t.Optional(limitedText(7, 7, "#RRGGBB, not close to the shared calendar's")),
})

export const RemindersBody = t.Object({ language: t.Union([t.Literal('en'), t.Literal('de')]) })

export const CredentialBody = t.Object({ providerType, ...accountFields })

export const PasswordBody = t.Object({
  currentPassword: t.String({ minLength: 1 }),
  newPassword: limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
})
