import { t } from 'elysia'
import { MAX_PASSWORD_LENGTH } from '../../identity/local/password'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { limitedText, trimmedText } from '../../platform/http-text'

export const AUTH_MODE = t.Object({ localEnabled: t.Boolean(), oidcEnabled: t.Boolean() })

export type AuthMode = typeof AUTH_MODE.static

export const SignInBody = t.Object({
  username: trimmedText(MAX_USERNAME_LENGTH, {
    description: 'Ends trimmed; upper and lower case are the same',
  }),
  password: limitedText(1, MAX_PASSWORD_LENGTH),
})
