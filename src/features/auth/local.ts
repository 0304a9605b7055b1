import { Elysia } from 'elysia'
import { getSetting, SETTING } from '../../household/settings'
import { beginSession } from '../../identity/begin-session'
import { signInWithPassword } from '../../identity/local/password-sign-in'
import { signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { jsonBody } from '../../platform/http-body'
import { addressOf } from '../../platform/http-client-address'
import { forbidden, secretBody } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { AUTH_MODE, SignInBody } from './model'

/** Signing in and out with a username and a password; for everyone. */
export const local = (ctx: Context) =>
  new Elysia({ prefix: '/api/auth' })
    .use(secretBody())
    .use(jsonBody())
    .get('/mode', async () => ({ localEnabled: true, oidcEnabled: await isOidcNamed(ctx) }), {
      detail: answers(200, AUTH_MODE, 'Which ways to sign in there are', 503),
    })
    .post(
      '/local/login',
      async ({ body, request, server, cookie }) => {
        const { username, password, remember: isRemembered = false, deviceName } = body
        const claims = await signInWithPassword(ctx, { username, password, address: addressOf(ctx, request, server) })
        await beginSession(ctx, request, cookie, { kind: 'local', claims, isRemembered, deviceName })
        return { ok: true }
      },
      {
        body: SignInBody,
        detail: answers(
          200,
          OK,
          'Signs in and sets the session cookie, and the device cookie where it is asked for',
          400,
          401,
          423,
          429,
          503,
        ),
      },
    )
    .post(
      '/local/logout',
      async ({ request, cookie }) => {
        await signOut(ctx, request, cookie)
        return { ok: true }
      },
      { detail: answers(200, OK, 'Ends the session on all its copies', 503) },
    )
    .get(
      '/local/logout',
      async ({ request, cookie }) => {
        // The cookie comes along when a link on another site's page is followed (SameSite=Lax).
        if (request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden()
        await signOut(ctx, request, cookie)
        return { ok: true }
      },
      { detail: answers(200, OK, "The same by a link, but for one on another site's page", 403, 503) },
    )

async function isOidcNamed(ctx: Context): Promise<boolean> {
  return ctx.config.oidcIssuerSet || (await getSetting(ctx, SETTING.oidcIssuer)) !== null
}
