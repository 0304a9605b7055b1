import { t } from 'elysia'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../platform/limits'
import { rememberFields } from '../shared/remember-fields'

export const AUTH_MODE = t.Object({ localEnabled: t.Boolean(), oidcEnabled: t.Boolean() })

export type AuthMode = typeof AUTH_MODE.static

export const LoginQuery = t.Object({
  remember: t.Optional(t.String({ description: '`true`: the device stays signed in; anything else counts as absent' })),
})

export const SignInBody = t.Object({
  username: trimmedText(MAX_USERNAME_LENGTH, {
    description: 'Ends trimmed; upper and lower case are the same',
  }),
  password: limitedText(1, MAX_PASSWORD_LENGTH),
  ...rememberFields,
})
