import { type Cookie, Elysia } from 'elysia'
import { getSetting, SETTING } from '../../household/settings'
import { cookieOf } from '../../identity/asking'
import { MAX_PASSWORD_LENGTH } from '../../identity/local/password'
import { signIn } from '../../identity/local/sign-in'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'
import { endedOidcSessionCookie, OIDC_SESSION_COOKIE } from '../../identity/oidc/session'
import { endedLocalSessionCookie, issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/session'
import { announceSignOut } from '../../identity/sign-out'
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
        const claims = await signIn(ctx, username, body.password)
        cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, claims))
        announceSignOut(ctx, request)
        return { ok: true }
      },
      { body: SignInBody },
    )
    .post('/local/logout', ({ request, cookie }) => signOut(ctx, request, cookie))
    .get('/local/logout', ({ request, cookie }) => {
      // The cookie comes along when a link on another site's page is followed (SameSite=Lax).
      if (request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden()
      return signOut(ctx, request, cookie)
    })

/** Also ends a session from the identity provider, if there is one: signing out must not leave the other way open. */
function signOut(ctx: Context, request: Request, cookies: Record<string, Cookie<unknown>>) {
  cookies[LOCAL_SESSION_COOKIE]?.set(endedLocalSessionCookie(ctx.config))
  if (cookieOf(request, OIDC_SESSION_COOKIE) !== null) cookies[OIDC_SESSION_COOKIE]?.set(endedOidcSessionCookie())
  announceSignOut(ctx, request)
  return { ok: true }
}

async function isOidcNamed(ctx: Context): Promise<boolean> {
  return ctx.config.oidcIssuerSet || (await getSetting(ctx, SETTING.oidcIssuer)) !== null
}
