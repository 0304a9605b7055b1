import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { type Asking, cookieOf, sessionVersionOf } from './asking'
import { issueOidcSessionCookie, OIDC_SESSION_COOKIE } from './oidc/session'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from './session'

/**
 * What an answer to somebody with a session does for the next request: a session from the identity provider is issued
 * again, so that it lasts while it is used, and the bypass hands out a real session. It never runs without a valid
 * session, so that no deleted cookie comes back.
 */
export async function keepSession(
  ctx: Context,
  request: Request,
  asking: Asking,
  cookies: Record<string, Cookie<unknown>>,
): Promise<void> {
  if (asking.via === 'oidc') {
    cookies[OIDC_SESSION_COOKIE]?.set(await issueOidcSessionCookie(ctx, asking.memberId))
  }
  const isSessionMissing = cookieOf(request, LOCAL_SESSION_COOKIE) === null
  if (asking.via === 'bypass' && ctx.config.sessionSecret !== null && isSessionMissing) {
    const sessionVersion = (await sessionVersionOf(ctx, asking.memberId)) ?? 0
    const cookie = await issueLocalSessionCookie(ctx, { memberId: asking.memberId, sessionVersion })
    cookies[LOCAL_SESSION_COOKIE]?.set(cookie)
  }
}
