import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { type Asking, cookieOf } from './asking'
import { wasJustEnded } from './ended-sessions'
import { OIDC_SESSION_COOKIE, reissueOidcSessionCookie } from './oidc/session'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from './session'
import { sessionVersionOf } from './session-version'

/**
 * What an answer to somebody with a session does for the next request: a session from the identity provider is issued
 * again, so that it lasts while it is used, and the bypass hands out a real session. It never runs without a valid
 * session, so that no deleted cookie comes back; to be called when the answer is there, since the session may have been
 * signed out while it was made.
 */
export async function keepSession(
  ctx: Context,
  request: Request,
  { via, memberId, session }: Asking,
  cookies: Record<string, Cookie<unknown>>,
): Promise<void> {
  if (via === 'oidc' && session !== null && !wasJustEnded(ctx, session)) {
    cookies[OIDC_SESSION_COOKIE]?.set(await reissueOidcSessionCookie(ctx, session))
  }
  const isSessionMissing = cookieOf(request, LOCAL_SESSION_COOKIE) === null
  if (via === 'bypass' && ctx.config.sessionSecret !== null && isSessionMissing) {
    const sessionVersion = (await sessionVersionOf(ctx, memberId)) ?? 0
    cookies[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
  }
}
