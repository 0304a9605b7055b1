import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../platform/context'
import { secretKey } from '../session'

export const OIDC_SESSION_COOKIE = 'oidc-auth'
const AUDIENCE = 'corkboard:oidc-session'
const ALGORITHM = 'HS256'

/** Signs the session of a member who came through the identity provider, for `config.oidcSessionSeconds`. */
export async function issueOidcSessionCookie(ctx: Context, memberId: number) {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(memberId))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ctx.config.oidcSessionSeconds)
    .sign(derivedKey(ctx, 'session'))
  return oidcCookie(token, ctx.config.oidcSessionSeconds)
}

/**
 * The member a session names, and its end in seconds since the epoch. Never throws: anything but a valid token of this
 * purpose is no session.
 */
export async function readOidcSession(
  ctx: Context,
  token: string,
): Promise<{ memberId: number; expiresAt: number } | null> {
  try {
    const { payload } = await jwtVerify(token, derivedKey(ctx, 'session'), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    const memberId = Number(payload.sub)
    if (!Number.isSafeInteger(memberId) || memberId < 1 || payload.exp === undefined) return null
    return { memberId, expiresAt: payload.exp }
  } catch {
    return null
  }
}

/** A cookie that deletes the session's. */
export const endedOidcSessionCookie = () => oidcCookie('', 0)

/** A key of its own for each purpose, so that no token of one is ever good for another (RFC 5869). */
export function derivedKey(ctx: Context, purpose: 'session' | 'flow'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey(ctx.config), '', `corkboard oidc ${purpose}`, 32))
}

/** Always Secure: browsers take that on plain loopback addresses too. */
export function oidcCookie(value: string, maxAge: number) {
  return { value, maxAge, httpOnly: true, sameSite: 'lax', secure: true, path: '/' } as const
}
