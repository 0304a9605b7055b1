import { eq } from 'drizzle-orm'
import { type Cookie, Elysia, redirect } from 'elysia'
import type { Context } from '../platform/context'
import { members } from '../platform/db/schema'
import { guardAnswers } from '../platform/http-answers'
import { requireJson } from '../platform/http-body'
import { whoHasAsked, whoIsAsking } from './asking'
import { issueBypassSession, keepSession } from './keep'
import { isNavigation, wayToSignIn } from './navigation'
import { OIDC_FLOW_COOKIE } from './oidc/flow'

const UNAUTHORIZED = { error: 'Unauthorized' } as const
const FORBIDDEN = { error: 'Forbidden' } as const

type Cookies = Record<string, Cookie<unknown>>

/**
 * A plugin for routes that need a session; gives them `memberId`, and `asking` with the session itself. It speaks
 * before the body is parsed and before anything is validated, so that a stranger learns nothing about what a route
 * expects.
 */
export const session = (ctx: Context) =>
  new Elysia({ name: 'session' })
    .onTransform(guardAnswers({ refusals: [401, 503], needsSession: true }))
    .onParse(async ({ request }) => {
      // A parsed body stands in for one that is never read: `derive` below refuses the request.
      if ((await whoIsAsking(ctx, request)) === null) return {}
      return requireJson(request)
    })
    .derive(async ({ request, cookie, status }) => {
      const asking = await whoIsAsking(ctx, request)
      if (asking === null) {
        await sendToSignIn(ctx, request, cookie)
        return status(401, UNAUTHORIZED)
      }
      await issueBypassSession(ctx, request, asking, cookie)
      return { memberId: asking.memberId, asking }
    })
    .mapResponse(keepWhoAsked(ctx))
    .as('scoped')

/** The same for the administration: the member must be an admin in the database at this moment. */
export const admin = (ctx: Context) =>
  new Elysia({ name: 'admin' })
    .onTransform(guardAnswers({ refusals: [401, 403, 503], needsSession: true }))
    .onParse(async ({ request }) => {
      if (!(await isAdminAsking(ctx, request))) return {}
      return requireJson(request)
    })
    .derive(async ({ request, cookie, status }) => {
      const asking = await whoIsAsking(ctx, request)
      if (asking === null) {
        await sendToSignIn(ctx, request, cookie)
        return status(401, UNAUTHORIZED)
      }
      await issueBypassSession(ctx, request, asking, cookie)
      return (await isAdminAsking(ctx, request)) ? { memberId: asking.memberId } : status(403, FORBIDDEN)
    })
    .mapResponse(keepWhoAsked(ctx))
    .as('scoped')

/** The last thing before an answer goes out, a refusal as well. Elysia waits only for what is declared as async. */
const keepWhoAsked =
  (ctx: Context) =>
  async ({ request, cookie }: { request: Request; cookie: Cookies }): Promise<undefined> => {
    const asking = await whoHasAsked(request).catch(() => null)
    if (asking !== null) await keepSession(ctx, asking, cookie)
  }

/** With an identity provider a person's browser is sent there. @throws the redirect */
async function sendToSignIn(ctx: Context, request: Request, cookies: Cookies): Promise<void> {
  if (!isNavigation(request)) return
  const way = await wayToSignIn(ctx)
  if (way === null) return
  if (way.flowCookie !== null) cookies[OIDC_FLOW_COOKIE]?.set(way.flowCookie)
  // Thrown: a redirect that `derive` returns would not keep the handler from running.
  throw redirect(way.location)
}

async function isAdminAsking(ctx: Context, request: Request): Promise<boolean> {
  const asking = await whoIsAsking(ctx, request)
  if (asking === null) return false
  const [member] = await ctx.db
    .select({ isAdmin: members.isAdmin })
    .from(members)
    .where(eq(members.id, asking.memberId))
  return member?.isAdmin === true
}
