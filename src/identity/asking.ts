import { eq, sql } from 'drizzle-orm'
import { DEV_MEMBER } from '../household/members'
import type { Context } from '../platform/context'
import { prepared } from '../platform/db/prepared'
import { members } from '../platform/db/schema'
import { OIDC_SESSION_COOKIE, readOidcSession } from './oidc/session'
import { LOCAL_SESSION_COOKIE, readLocalSession } from './session'

export interface Asking {
  memberId: number
  via: 'bypass' | 'local' | 'oidc'
  /** Null under the bypass, which never ends. */
  session: AskingSession | null
}

export interface AskingSession {
  token: string
  /** Seconds since the epoch. */
  expiresAt: number
  /** The generation it belongs to; null for a session of the identity provider, which has none. */
  version: number | null
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
  if (ctx.config.devBypass) return { memberId: DEV_MEMBER.id, via: 'bypass', session: null }
  return (await askingLocally(ctx, request)) ?? (await askingThroughProvider(ctx, request))
}

async function askingLocally(ctx: Context, request: Request): Promise<Asking | null> {
  const token = cookieOf(request, LOCAL_SESSION_COOKIE)
  const claims = token === null ? null : await readLocalSession(ctx, token)
  if (token === null || claims === null) return null
  const { memberId, expiresAt, sessionVersion: version } = claims
  const isCurrent = (await sessionVersionOf(ctx, memberId)) === version
  return isCurrent ? { memberId, via: 'local', session: { token, expiresAt, version } } : null
}

async function askingThroughProvider(ctx: Context, request: Request): Promise<Asking | null> {
  const token = cookieOf(request, OIDC_SESSION_COOKIE)
  const claims = token === null ? null : await readOidcSession(ctx, token)
  if (token === null || claims === null) return null
  const { memberId, expiresAt } = claims
  if ((await sessionVersionOf(ctx, memberId)) === null) return null
  return { memberId, via: 'oidc', session: { token, expiresAt, version: null } }
}

/**
 * Whether a session that counted when its request came still does, when the member's generation is now `version` (null:
 * there is no such member any more). A sign-out is not seen here: it is announced.
 */
export function stillCounts({ session }: Asking, version: number | null, now: Date): boolean {
  if (session === null) return true
  if (session.expiresAt <= now.getTime() / 1000 || version === null) return false
  return session.version === null || session.version === version
}

/** The generation of sessions that counts now, null for a member who is not there any more. */
export async function sessionVersionOf(ctx: Context, memberId: number): Promise<number | null> {
  const [member] = await sessionVersion(ctx.db).execute({ memberId })
  return member?.sessionVersion ?? null
}

const sessionVersion = prepared((db) =>
  db
    .select({ sessionVersion: members.sessionVersion })
    .from(members)
    .where(eq(members.id, sql.placeholder('memberId')))
    .prepare(),
)

/** Whether a request carries anything that could tell who sent it, whether it counts or not. */
export function carriesSession(ctx: Context, request: Request): boolean {
  if (ctx.config.devBypass) return true
  return [LOCAL_SESSION_COOKIE, OIDC_SESSION_COOKIE].some((name) => cookieOf(request, name) !== null)
}

/** A cookie's raw value. Elysia's jar would parse one that looks like JSON. */
export function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=') || null
  }
  return null
}
