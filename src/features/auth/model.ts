import { t } from 'elysia'

export const SignInBody = t.Object({ username: t.String(), password: t.String() })
