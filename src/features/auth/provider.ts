import { type Cookie, Elysia, redirect, status } from 'elysia'
import { authenticate, carriesToken, cookieOf } from '../../identity/authenticate'
import { beginSession } from '../../identity/begin-session'
import { NotAdmitted } from '../../identity/oidc/admission'
import { signInFromCallback } from '../../identity/oidc/callback'
import { endedFlowCookie, OIDC_FLOW_COOKIE } from '../../identity/oidc/flow'
import { OidcRefusal, refusalPath } from '../../identity/oidc/refusal'
import { issueBypassSession, renewSession } from '../../identity/renew-session'
import { signInRedirect } from '../../identity/sign-in-redirect'
import type { Context } from '../../platform/context'
import { redirects } from '../../platform/http-answers'
import { addressOf } from '../../platform/http-client-address'
import { FORBIDDEN, UNAUTHORIZED } from '../../platform/http-errors'
import { LoginQuery } from './model'
import { notAdmitted } from './not-admitted'

/** Signing in through the identity provider: the way there and the way back. */
export const provider = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/login',
      async ({ request, cookie, query }) => {
        const principal = await authenticate(ctx, request)
        // A program does not sign in: no scope is good for that.
        if (carriesToken(request)) return principal === null ? status(401, UNAUTHORIZED) : status(403, FORBIDDEN)
        if (principal !== null) {
          await issueBypassSession(ctx, request, principal, cookie)
          await renewSession(ctx, principal, cookie)
          return redirect('/')
        }
        // A link on another site's page does not decide who stays signed in here.
        const isOwnChoice = request.headers.get('sec-fetch-site') !== 'cross-site'
        const signIn = await signInRedirect(ctx, isOwnChoice && query.remember === 'true')
        if (signIn === null) return status(401, UNAUTHORIZED)
        if (signIn.flowCookie !== null) cookie[OIDC_FLOW_COOKIE]?.set(signIn.flowCookie)
        return redirect(signIn.location)
      },
      { query: LoginQuery, detail: redirects('To the identity provider, or to / with a session', 401, 403, 503) },
    )
    .get(
      '/callback',
      ({ request, server, cookie }) => comeBack(ctx, request, cookie, addressOf(ctx, request, server)),
      {
        detail: redirects(
          'Where the identity provider sends the browser back to; /?error=… says what went wrong, and whom the household ' +
            'does not admit gets a page',
          403,
          503,
        ),
      },
    )

async function comeBack(ctx: Context, request: Request, cookies: Record<string, Cookie<unknown>>, address: string) {
  const flow = cookieOf(request, OIDC_FLOW_COOKIE)
  if (flow !== null) cookies[OIDC_FLOW_COOKIE]?.set(endedFlowCookie())
  try {
    const signIn = await signInFromCallback(ctx, flow, queryOf(request))
    await beginSession(ctx, request, cookies, { kind: 'oidc', ...signIn })
    return redirect('/')
  } catch (error) {
    if (error instanceof NotAdmitted) return refuseAdmission(ctx, request, error, address)
    if (!(error instanceof OidcRefusal)) throw error
    const { reason, detail } = error
    ctx.log.warn('sign-in through the identity provider refused', {
      reason,
      error: detail,
      address,
    })
    return redirect(refusalPath(error.reason))
  }
}

function refuseAdmission(
  ctx: Context,
  request: Request,
  { reason, applicant }: NotAdmitted,
  address: string,
): Response {
  ctx.log.info('somebody known to the identity provider was not let in', { reason, address })
  if (applicant !== null) ctx.signals.applicant(applicant.displayName)
  return notAdmitted(request, reason)
}

/** The address itself need not be a URL: it begins with whatever Host header came. */
const queryOf = ({ url }: Request) => new URLSearchParams(/\?.*/s.exec(url)?.[0])
