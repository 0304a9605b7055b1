import { jwtVerify, SignJWT } from 'jose'
import type { Config } from '../platform/config'
import type { Context } from '../platform/context'

export const LOCAL_SESSION_COOKIE = 'local-session'
const AUDIENCE = 'corkboard:local-session'
const ALGORITHM = 'HS256'

/** What a session says: who, and which of the member's session generations it belongs to. */
export interface SessionClaims {
  memberId: number
  sessionVersion: number
}

/** Signs a local session for `config.sessionSeconds`. @throws when no session secret is configured. */
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

/** Reads a local session. Never throws: anything but a valid token of this purpose is no session. */
export async function readLocalSession(ctx: Context, token: string): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secretKey(ctx.config), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    const memberId = Number(payload.sub)
    const sessionVersion = payload.ver
    if (!Number.isSafeInteger(memberId) || memberId < 1 || typeof sessionVersion !== 'number') return null
    return { memberId, sessionVersion }
  } catch {
    return null
  }
}

/** Attributes of the session cookie, the same for issuing and for deleting: a browser matches on them. */
export function localSessionCookie(config: Config, value: string, maxAge: number) {
  return { value, maxAge, httpOnly: true, sameSite: 'lax', secure: config.isProduction, path: '/' } as const
}

function secretKey(config: Config): Uint8Array {
  if (config.sessionSecret === null) throw new Error('LOCAL_SESSION_SECRET is not set')
  return new TextEncoder().encode(config.sessionSecret)
}
