import { Elysia } from 'elysia'
import { getSetting, SETTING } from '../../household/settings'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import { MAX_PASSWORD_LENGTH } from '../../identity/local/password'
import { signInWithPassword } from '../../identity/local/password-sign-in'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { giveUpSessions, signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { jsonBody } from '../../platform/http-body'
import { badRequest, forbidden, secretBody } from '../../platform/http-errors'
import { hasLength, trimmedText } from '../../platform/http-schema'
import { SignInBody } from './model'

/** Signing in and out with a username and a password; for everyone. */
export const local = (ctx: Context) =>
  new Elysia({ prefix: '/api/auth' })
    .use(secretBody())
    .use(jsonBody())
    .get('/mode', async () => ({ localEnabled: true, oidcEnabled: await isOidcNamed(ctx) }))
    .post(
      '/local/login',
      async ({ body, request, cookie }) => {
        const username = trimmedText('username', body.username, MAX_USERNAME_LENGTH)
        if (!hasLength(body.password, 1, MAX_PASSWORD_LENGTH)) throw badRequest('password: wrong length')
        const claims = await signInWithPassword(ctx, username, body.password)
        await giveUpSessions(ctx, request)
        cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, claims))
        return { ok: true }
      },
      { body: SignInBody },
    )
    .post('/local/logout', async ({ request, cookie }) => {
      await signOut(ctx, request, cookie)
      return { ok: true }
    })
    .get('/local/logout', async ({ request, cookie }) => {
      // The cookie comes along when a link on another site's page is followed (SameSite=Lax).
      if (request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden()
      await signOut(ctx, request, cookie)
      return { ok: true }
    })

async function isOidcNamed(ctx: Context): Promise<boolean> {
  return ctx.config.oidcIssuerSet || (await getSetting(ctx, SETTING.oidcIssuer)) !== null
}
