import { type Cookie, Elysia, redirect, status } from 'elysia'
import { cookieOf, whoIsAsking } from '../../identity/asking'
import { issueBypassSession, keepSession } from '../../identity/keep'
import { wayToSignIn } from '../../identity/navigation'
import { NotAdmitted } from '../../identity/oidc/admission'
import { endedFlowCookie, OIDC_FLOW_COOKIE } from '../../identity/oidc/flow'
import { OidcRefusal, refusalPath } from '../../identity/oidc/refusal'
import { issueOidcSessionCookie, OIDC_SESSION_COOKIE } from '../../identity/oidc/session'
import { signInFromCallback } from '../../identity/oidc/sign-in'
import { endedLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/session'
import { giveUpSessions } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { redirects } from '../../platform/http-answers'
import { notAdmitted } from './not-admitted'

/** Signing in through the identity provider: the way there and the way back. */
export const provider = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/login',
      async ({ request, cookie }) => {
        const asking = await whoIsAsking(ctx, request)
        if (asking !== null) {
          await issueBypassSession(ctx, request, asking, cookie)
          await keepSession(ctx, asking, cookie)
          return redirect('/')
        }
        const way = await wayToSignIn(ctx)
        if (way === null) return status(401, { error: 'Unauthorized' })
        if (way.flowCookie !== null) cookie[OIDC_FLOW_COOKIE]?.set(way.flowCookie)
        return redirect(way.location)
      },
      { detail: redirects('To the identity provider, or to / with a session', 401, 503) },
    )
    .get('/callback', ({ request, cookie }) => comeBack(ctx, request, cookie), {
      detail: redirects(
        'Where the identity provider sends the browser back to; /?error=… says what went wrong, and whom the household ' +
          'does not admit gets a page',
        403,
        503,
      ),
    })

async function comeBack(ctx: Context, request: Request, cookies: Record<string, Cookie<unknown>>) {
  const flow = cookieOf(request, OIDC_FLOW_COOKIE)
  if (flow !== null) cookies[OIDC_FLOW_COOKIE]?.set(endedFlowCookie())
  try {
    const claims = await signInFromCallback(ctx, flow, queryOf(request))
    await giveUpSessions(ctx, request)
    cookies[OIDC_SESSION_COOKIE]?.set(await issueOidcSessionCookie(ctx, claims))
    // A local session speaks first, and may be somebody else's.
    const hasLocalSession = cookieOf(request, LOCAL_SESSION_COOKIE) !== null
    if (hasLocalSession) cookies[LOCAL_SESSION_COOKIE]?.set(endedLocalSessionCookie(ctx.config))
    return redirect('/')
  } catch (error) {
    if (error instanceof NotAdmitted) return refuseAdmission(ctx, request, error)
    if (!(error instanceof OidcRefusal)) throw error
    ctx.log.warn('sign-in through the identity provider refused', { reason: error.reason, error: error.detail })
    return redirect(refusalPath(error.reason))
  }
}

function refuseAdmission(ctx: Context, request: Request, { reason, applicant }: NotAdmitted): Response {
  ctx.log.info('somebody known to the identity provider was not let in', { reason })
  if (applicant !== null) ctx.signals.applicant(applicant.displayName)
  return notAdmitted(request, reason)
}

/** The address itself need not be a URL: it begins with whatever Host header came. */
const queryOf = ({ url }: Request) => new URLSearchParams(/\?.*/s.exec(url)?.[0])
