import { type Cookie, Elysia, redirect } from 'elysia'
import { isAdmin } from '../household/admins'
import type { Context } from '../platform/context'
import { guardAnswers, type RefusalStatus } from '../platform/http-answers'
import { requireCalendar, requireJson } from '../platform/http-body'
import { FORBIDDEN, UNAUTHORIZED } from '../platform/http-errors'
import { authenticate, carriesToken, forgetPrincipal, knownPrincipal, type Principal } from './authenticate'
import { OIDC_FLOW_COOKIE } from './oidc/flow'
import { issueBypassSession, renewSession } from './renew-session'
import { isNavigation, signInRedirect } from './sign-in-redirect'
import { whileReading } from './slow-body'
import { isInScope } from './token-scopes'

type Cookies = Record<string, Cookie<unknown>>

/** A plugin for routes that need a session, or a token that is good for them. */
export const session = (ctx: Context) => guard(ctx, 'session', [401, 403, 503], async () => true)

/** The same for routes that take a calendar file. */
export const sessionWithFile = (ctx: Context) =>
  guard(ctx, 'session-with-file', [401, 403, 503], async () => true, requireCalendar)

/** A plugin for the administration: the member must be an admin in the database at this moment. */
export const admin = (ctx: Context) => guard(ctx, 'admin', [401, 403, 503], ({ memberId }) => isAdmin(ctx.db, memberId))

/**
 * Answers 401 without a session, or redirects a person's browser to the sign-in; answers 403 when `isAllowed` says no,
 * and for a token that is not good for the route.
 * Gives the routes `memberId` and `principal`. It decides before the body is parsed and before anything is validated, so
 * that a stranger learns nothing about what a route expects.
 */
const guard = (
  ctx: Context,
  name: string,
  refusals: readonly RefusalStatus[],
  isAllowed: (principal: Principal) => Promise<boolean>,
  readBody: (request: Request, memberId: number) => Promise<unknown> = requireJson,
) => {
  const mayUse = async (principal: Principal, { method }: Request, route: string) =>
    (principal.scope === null || isInScope(principal.scope, method, route)) && isAllowed(principal)
  return (
    new Elysia({ name })
      .onTransform(guardAnswers({ refusals, needsSession: 'member' }))
      .onParse(async ({ request, route }) => {
        const principal = await authenticate(ctx, request)
        // A parsed body stands in for one that is never read: `derive` below refuses the request.
        if (principal === null || !(await mayUse(principal, request, route))) return {}
        return whileReading(ctx, readBody(request, principal.memberId), () => forgetPrincipal(request))
      })
      .derive(async ({ request, route, cookie, status }) => {
        const principal = await authenticate(ctx, request)
        if (principal === null) {
          await redirectToSignIn(ctx, request, cookie)
          return status(401, UNAUTHORIZED)
        }
        await issueBypassSession(ctx, request, principal, cookie)
        return (await mayUse(principal, request, route))
          ? { memberId: principal.memberId, principal }
          : status(403, FORBIDDEN)
      })
      // The last thing before an answer goes out, a refusal as well. Elysia waits only for what is declared as async.
      .mapResponse(async ({ request, cookie }): Promise<undefined> => {
        const principal = await knownPrincipal(request).catch(() => null)
        if (principal !== null) await renewSession(ctx, principal, cookie)
      })
      .as('scoped')
  )
}

/** With an identity provider a person's browser is sent there. @throws the redirect */
async function redirectToSignIn(ctx: Context, request: Request, cookies: Cookies): Promise<void> {
  if (carriesToken(request) || !isNavigation(request)) return
  const signIn = await signInRedirect(ctx)
  if (signIn === null) return
  if (signIn.flowCookie !== null) cookies[OIDC_FLOW_COOKIE]?.set(signIn.flowCookie)
  // Thrown: a redirect that `derive` returns would not keep the handler from running.
  throw redirect(signIn.location)
}
