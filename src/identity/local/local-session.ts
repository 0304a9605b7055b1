import { hkdfSync } from 'node:crypto'
import type { Config } from '../../platform/config'
import type { Context } from '../../platform/context'
import { unavailable } from '../../platform/http-errors'
import { type Session, type SessionClaims, type SessionKind, signSession, verifySession } from '../session-token'

export const LOCAL_SESSION_COOKIE = 'local-session'

/** Signs a local session for `config.sessionSeconds`. @throws Refusal 503 when no session secret is configured. */
export async function issueLocalSession(ctx: Context, claims: SessionClaims): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return signSession(kindOf(ctx.config), { ...claims, issuedAt, expiresAt: issuedAt + ctx.config.sessionSeconds })
}

/** Reads a local session. Never throws: anything but a valid token of this purpose is no session. */
export async function readLocalSession(ctx: Context, token: string): Promise<Session | null> {
  if (ctx.config.sessionSecret === null) return null
  const verified = verifiedSessions(ctx.config)
  const session = verified.get(token) ?? (await verifySession(kindOf(ctx.config), token, ctx.now()))
  if (session === null || session.expiresAt <= ctx.now().getTime() / 1000) return null
  verified.set(token, session)
  if (verified.size > MOST_VERIFIED) verified.delete(verified.keys().next().value!)
  return session
}

const kindOf = (config: Config): SessionKind => ({ audience: 'corkboard:local-session', key: secretKey(config) })

const MOST_VERIFIED = 500
const verifiedByConfig = new WeakMap<Config, Map<string, Session>>()

/**
 * Tokens whose signature was found good under this configuration's secret, which never changes, the oldest first.
 * Forged ones are not kept. Expiry and whether the session still counts are looked at for each request all the same.
 */
function verifiedSessions(config: Config): Map<string, Session> {
  const before = verifiedByConfig.get(config)
  if (before !== undefined) return before
  const verified = new Map<string, Session>()
  verifiedByConfig.set(config, verified)
  return verified
}

/** The session in its cookie. */
export async function issueLocalSessionCookie(ctx: Context, claims: SessionClaims) {
  return localSessionCookie(ctx.config, await issueLocalSession(ctx, claims), ctx.config.sessionSeconds)
}

/** A cookie that deletes the session's. */
export const endedLocalSessionCookie = (config: Config) => localSessionCookie(config, '', 0)

/** Attributes of the session cookie, the same for issuing and for deleting: a browser matches on them. */
function localSessionCookie(config: Config, value: string, maxAge: number) {
  return { value, maxAge, httpOnly: true, sameSite: 'lax', secure: config.isProduction, path: '/' } as const
}

/** The key of local sessions and link states. @throws Refusal 503 when no session secret is configured */
export function secretKey(config: Config): Uint8Array {
  if (config.sessionSecret === null) throw unavailable()
  return new TextEncoder().encode(config.sessionSecret)
}

/**
 * A key of its own for each purpose, so that no token of one is ever good for another (RFC 5869).
 * @throws Refusal 503 when no session secret is configured
 */
export function derivedKey(config: Config, purpose: 'oidc session' | 'oidc flow' | 'setup'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey(config), '', `corkboard ${purpose}`, 32))
}
