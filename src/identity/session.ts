import { jwtVerify, SignJWT } from 'jose'
import type { Config } from '../platform/config'
import type { Context } from '../platform/context'
import { unavailable } from '../platform/http-errors'

export const LOCAL_SESSION_COOKIE = 'local-session'
const AUDIENCE = 'corkboard:local-session'
const ALGORITHM = 'HS256'

/** What a session says: who, and which of the member's session generations it belongs to. */
export interface SessionClaims {
  memberId: number
  sessionVersion: number
}

/** Signs a local session for `config.sessionSeconds`. @throws Refusal 503 when no session secret is configured. */
export async function issueLocalSession(ctx: Context, claims: SessionClaims): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return new SignJWT({ ver: claims.sessionVersion })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(claims.memberId))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ctx.config.sessionSeconds)
    .sign(secretKey(ctx.config))
}

/** A session whose signature was found good. */
export interface VerifiedSession extends SessionClaims {
  /** Seconds since the epoch. */
  expiresAt: number
}

/** Reads a local session. Never throws: anything but a valid token of this purpose is no session. */
export async function readLocalSession(ctx: Context, token: string): Promise<VerifiedSession | null> {
  const verified = verifiedSessions(ctx.config)
  const session = verified.get(token) ?? (await verify(ctx, token))
  if (session === null || session.expiresAt <= ctx.now().getTime() / 1000) return null
  verified.set(token, session)
  if (verified.size > MOST_VERIFIED) verified.delete(verified.keys().next().value!)
  return session
}

async function verify(ctx: Context, token: string): Promise<VerifiedSession | null> {
  try {
    const { payload } = await jwtVerify(token, secretKey(ctx.config), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    const memberId = Number(payload.sub)
    const { ver: sessionVersion, exp: expiresAt } = payload
    if (!Number.isSafeInteger(memberId) || memberId < 1) return null
    if (typeof sessionVersion !== 'number' || expiresAt === undefined) return null
    return { memberId, sessionVersion, expiresAt }
  } catch {
    return null
  }
}

const MOST_VERIFIED = 500
const verifiedByConfig = new WeakMap<Config, Map<string, VerifiedSession>>()

/**
 * Tokens whose signature was found good under this configuration's secret, which never changes, the oldest first.
 * Forged ones are not kept. Expiry and the member's session version are looked at for each request all the same.
 */
function verifiedSessions(config: Config): Map<string, VerifiedSession> {
  const before = verifiedByConfig.get(config)
  if (before !== undefined) return before
  const verified = new Map<string, VerifiedSession>()
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
