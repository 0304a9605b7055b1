import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { local } from './local'
import { provider } from './provider'

/** Ways to sign in: `/api/auth/*` for local accounts, `/api/login` and `/callback` for the identity provider. */
export const auth = (ctx: Context) => new Elysia({ name: 'auth' }).use(local(ctx)).use(provider(ctx))
