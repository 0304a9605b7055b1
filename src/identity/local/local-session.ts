import type { Config } from '../../platform/config'
import type { Context } from '../../platform/context'
import { LruCache } from '../../platform/lru'
import { sessionCookie } from '../session-cookie'
import { type Session, type SessionClaims, type SessionKind, signSession, verifySession } from '../session-token'
import { sessionKeys } from '../signing-keys'

export const LOCAL_SESSION_COOKIE = 'local-session'

/** Signs a local session for `config.sessionSeconds`. @throws Refusal 503 when no session secret is configured */
export async function issueLocalSession(ctx: Context, claims: SessionClaims): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return signSession(kindOf(ctx.config), { ...claims, issuedAt, expiresAt: issuedAt + ctx.config.sessionSeconds })
}

/** Reads a local session. Never throws: anything but a valid token of this purpose is no session. */
export async function readLocalSession(ctx: Context, token: string): Promise<Session | null> {
  if (ctx.config.sessionSecret === null) return null
  const verified = verifiedTokens.getOrInsertComputed(ctx.config, () => new LruCache(MAX_VERIFIED))
  const session = verified.get(token) ?? (await verifySession(kindOf(ctx.config), token, ctx.now()))
  if (session === null || session.expiresAt <= ctx.now().getTime() / 1000) return null
  verified.set(token, session, 1)
  return session
}

const kindOf = (config: Config): SessionKind => ({ audience: 'corkboard:local-session', ...sessionKeys(config, null) })

const MAX_VERIFIED = 500
/**
 * Tokens whose signature was found good under a configuration's secret, which never changes. Forged ones are not kept.
 * Each request still checks the expiry and whether the session is in force.
 */
const verifiedTokens = new WeakMap<Config, LruCache<string, Session>>()

/** The session in its cookie. */
export async function issueLocalSessionCookie(ctx: Context, claims: SessionClaims) {
  return sessionCookie(ctx.config, await issueLocalSession(ctx, claims), ctx.config.sessionSeconds)
}

/** A cookie that deletes the session's. */
export const endedLocalSessionCookie = (config: Config) => sessionCookie(config, '', 0)
