import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from '../platform/context'
import { members } from '../platform/db/schema'
import { requireJson } from '../platform/http-body'
import { whoIsAsking } from './asking'

const UNAUTHORIZED = { error: 'Unauthorized' } as const
const FORBIDDEN = { error: 'Forbidden' } as const

/**
 * A plugin for routes that need a session; gives them `memberId`. It speaks before the body is parsed and before
 * anything is validated, so that a stranger learns nothing about what a route expects.
 */
export const session = (ctx: Context) =>
  new Elysia({ name: 'session' })
    .onParse(async ({ request }) => {
      // A parsed body stands in for one that is never read: `derive` below refuses the request.
      if ((await whoIsAsking(ctx, request)) === null) return {}
      return requireJson(request)
    })
    .derive(async ({ request, status }) => {
      const asking = await whoIsAsking(ctx, request)
      return asking === null ? status(401, UNAUTHORIZED) : { memberId: asking.memberId }
    })
    .as('scoped')

/** The same for the administration: the member must be an admin in the database at this moment. */
export const admin = (ctx: Context) =>
  new Elysia({ name: 'admin' })
    .onParse(async ({ request }) => {
      if (!(await adminAsking(ctx, request)).isAdmin) return {}
      return requireJson(request)
    })
    .derive(async ({ request, status }) => {
      const { memberId, isAdmin } = await adminAsking(ctx, request)
      if (memberId === null) return status(401, UNAUTHORIZED)
      return isAdmin ? { memberId } : status(403, FORBIDDEN)
    })
    .as('scoped')

async function adminAsking(ctx: Context, request: Request) {
  const asking = await whoIsAsking(ctx, request)
  if (asking === null) return { memberId: null, isAdmin: false }
  const [member] = await ctx.db
    .select({ isAdmin: members.isAdmin })
    .from(members)
    .where(eq(members.id, asking.memberId))
  return { memberId: asking.memberId, isAdmin: member?.isAdmin === true }
}
