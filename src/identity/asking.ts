import { eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { members } from '../platform/db/schema'
import { LOCAL_SESSION_COOKIE, readLocalSession } from './session'

/** The development user's id; its row is ensured when the bypass is active. */
export const DEV_MEMBER_ID = 1

export interface Asking {
  memberId: number
  via: 'bypass' | 'local' | 'oidc'
}

const known = new WeakMap<Request, Promise<Asking | null>>()

/** Who sends this request, null for nobody. Decided once per request, however many guards ask. */
export function whoIsAsking(ctx: Context, request: Request): Promise<Asking | null> {
  const before = known.get(request)
  if (before !== undefined) return before
  const asking = identify(ctx, request)
  known.set(request, asking)
  return asking
}

/** Who sent a request, if a guard has asked already; for the log, which must not ask on its own account. */
export function whoHasAsked(request: Request): Promise<Asking | null> {
  return known.get(request) ?? Promise.resolve(null)
}

async function identify(ctx: Context, request: Request): Promise<Asking | null> {
  if (ctx.config.devBypass) return { memberId: DEV_MEMBER_ID, via: 'bypass' }
  const token = cookieOf(request, LOCAL_SESSION_COOKIE)
  if (token === null) return null
  const claims = await readLocalSession(ctx, token)
  if (claims === null) return null
  const [member] = await ctx.db
    .select({ sessionVersion: members.sessionVersion })
    .from(members)
    .where(eq(members.id, claims.memberId))
  if (member === undefined || member.sessionVersion !== claims.sessionVersion) return null
  return { memberId: claims.memberId, via: 'local' }
}

/** A cookie's raw value. Elysia's jar would parse one that looks like JSON. */
export function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=') || null
  }
  return null
}
