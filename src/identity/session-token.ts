import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from './signing-keys'

const ALGORITHM = 'HS256'
const ID_BYTES = 16

/** Who, and which of the member's session generations. */
export interface SessionClaims {
  memberId: number
  sessionVersion: number
  /** The device that was remembered at the sign-in and with which the session ends; null or absent for none. */
  deviceId?: number | null
}

/** One sign-in on one device. Times are in seconds since the epoch. */
export interface Session extends SessionClaims {
  /** Of all its tokens: a session may be signed anew. */
  id: string
  deviceId: number | null
  /** When its holder signed in. */
  startedAt: number
  issuedAt: number
  expiresAt: number
  /** As it stands in the cookie. */
  token: string
}

/** What a kind of session is signed with; none is accepted in place of another. */
export interface SessionKind extends SigningKeys {
  audience: string
}

/** Signs a new session, or one that goes on: under its id, with its beginning. @throws what `jose` throws */
export function signSession(
  { audience, key }: SessionKind,
  claims: SessionClaims & Pick<Session, 'issuedAt' | 'expiresAt'> & Partial<Pick<Session, 'id' | 'startedAt'>>,
): Promise<string> {
  const { memberId, sessionVersion, deviceId, issuedAt, expiresAt, startedAt = issuedAt } = claims
  const id = claims.id ?? randomBytes(ID_BYTES).toString('base64url')
  const device = typeof deviceId === 'number' ? { dev: deviceId } : {}
  return new SignJWT({ sid: id, ver: sessionVersion, auth_time: startedAt, ...device })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(memberId))
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
}

/** Reads a session. Never throws: anything but a valid token of this kind is no session. */
export async function verifySession(kind: SessionKind, token: string, now: Date): Promise<Session | null> {
  const { audience, key, previousKey } = kind
  const session = await verifyWith(key, audience, token, now)
  return session ?? (previousKey === null ? null : verifyWith(previousKey, audience, token, now))
}

async function verifyWith(key: Uint8Array, audience: string, token: string, now: Date): Promise<Session | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    })
    const {
      sub,
      sid: id,
      ver: sessionVersion,
      auth_time: startedAt,
      iat: issuedAt,
      exp: expiresAt,
      dev = null,
    } = payload
    const memberId = Number(sub)
    if (!Number.isSafeInteger(memberId) || memberId < 1 || typeof id !== 'string') return null
    if (typeof sessionVersion !== 'number' || typeof startedAt !== 'number') return null
    const deviceId = dev as number | null
    if (deviceId !== null && !(Number.isSafeInteger(deviceId) && deviceId > 0)) return null
    return { id, memberId, sessionVersion, deviceId, startedAt, issuedAt: issuedAt!, expiresAt: expiresAt!, token }
  } catch {
    return null
  }
}
