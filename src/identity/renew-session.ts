import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { cookieOf, type Principal } from './authenticate'
import { wasJustEnded } from './ended-sessions'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from './local/local-session'
import { OIDC_SESSION_COOKIE, reissueOidcSessionCookie } from './oidc/oidc-session'
import { sessionVersionOf } from './session-version'

type Cookies = Record<string, Cookie<unknown>>

/**
 * Renews a session from the identity provider, so that it lasts while it is used. It never runs without a valid session,
 * so that no deleted cookie comes back. Call it when the answer is there: the session may be signed out meanwhile.
 */
export async function renewSession(ctx: Context, { via, session }: Principal, cookies: Cookies): Promise<void> {
  if (via !== 'oidc' || session === null || wasJustEnded(ctx, session)) return
  cookies[OIDC_SESSION_COOKIE]?.set(await reissueOidcSessionCookie(ctx, session))
}

/** Under the development bypass a browser without a session gets a real one. */
export async function issueBypassSession(
  ctx: Context,
  request: Request,
  { via, memberId }: Principal,
  cookies: Cookies,
): Promise<void> {
  const isSessionMissing = cookieOf(request, LOCAL_SESSION_COOKIE) === null
  if (via !== 'bypass' || ctx.config.sessionSecret === null || !isSessionMissing) return
  const sessionVersion = (await sessionVersionOf(ctx, memberId)) ?? 0
  cookies[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
}
