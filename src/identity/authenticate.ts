import { DEV_MEMBER } from '../household/dev-member'
import type { Context } from '../platform/context'
import { bearerOf } from '../platform/http-headers'
import { isTokenInForce, readApiToken } from './api-tokens'
import { DEVICE_SESSION_COOKIE, readDeviceSession } from './devices/device-session'
import { isInForce } from './ended-sessions'
import { LOCAL_SESSION_COOKIE, readLocalSession } from './local/local-session'
import { OIDC_SESSION_COOKIE, readOidcSession } from './oidc/oidc-session'
import type { Session } from './session-token'
import type { TokenScope } from './token-scopes'

/** The member on whose behalf a request is made, and what proves it. */
export interface Principal {
  memberId: number
  /** How the member signed in; `token`: a program asks, and nobody has signed in. */
  via: 'bypass' | 'local' | 'oidc' | 'token'
  /** Null under the bypass, which never ends. */
  session: Session | null
  /** The device that was remembered at the sign-in; null for none. */
  deviceId: number | null
  /** Whether that device's own cookie is the proof, and not one of a session. */
  isByDevice: boolean
  /** What a token is good for; null: everything that the member may. */
  scope: TokenScope | null
}

/** In the order in which they are believed. */
const SESSION_COOKIES = [DEVICE_SESSION_COOKIE, LOCAL_SESSION_COOKIE, OIDC_SESSION_COOKIE]

const principals = new WeakMap<Request, Promise<Principal | null>>()

/** Who sends a request, null for nobody. Decided once per request, however many guards ask. */
export function authenticate(ctx: Context, request: Request): Promise<Principal | null> {
  return principals.getOrInsertComputed(request, () => findPrincipal(ctx, request))
}

/** Makes the next guard ask anew: what proved who sends a request may have ended since. */
export const forgetPrincipal = (request: Request): void => void principals.delete(request)

/** The same for what only people do: whoever asks with a token is nobody. */
export async function authenticatePerson(ctx: Context, request: Request): Promise<Principal | null> {
  return carriesToken(request) ? null : authenticate(ctx, request)
}

/** Whether a request brings a token, good or not: then nothing else that it brings counts. */
export const carriesToken = (request: Request): boolean => bearerOf(request) !== null

/** Who sent a request that a guard has authenticated, null for any other; asks nothing itself. */
export function knownPrincipal(request: Request): Promise<Principal | null> {
  return principals.get(request) ?? Promise.resolve(null)
}

async function findPrincipal(ctx: Context, request: Request): Promise<Principal | null> {
  const bearer = bearerOf(request)
  if (bearer !== null) {
    const token = await readApiToken(ctx, bearer)
    return token && { ...principalOf('token', token.session), scope: token.scope }
  }
  if (ctx.config.devBypass) {
    return { memberId: DEV_MEMBER.id, via: 'bypass', session: null, deviceId: null, isByDevice: false, scope: null }
  }
  const deviceToken = cookieOf(request, DEVICE_SESSION_COOKIE)
  const device = deviceToken === null ? null : await readDeviceSession(ctx, deviceToken)
  if (device !== null) return principalOf(device.kind, device.session, true)
  const { local, oidc } = await sessionsIn(ctx, request)
  if (local !== null && (await isInForce(ctx, local))) return principalOf('local', local)
  if (oidc !== null && (await isInForce(ctx, oidc))) return principalOf('oidc', oidc)
  return null
}

const principalOf = (via: 'local' | 'oidc' | 'token', session: Session, isByDevice = false): Principal => ({
  memberId: session.memberId,
  via,
  session,
  deviceId: session.deviceId,
  isByDevice,
  scope: null,
})

/** Whether what proves a principal still counts; the bypass always does. One query. */
export async function isStillInForce(ctx: Pick<Context, 'db' | 'now'>, { via, session }: Principal): Promise<boolean> {
  if (session === null) return true
  return via === 'token' ? isTokenInForce(ctx, session) : isInForce(ctx, session)
}

/** The sessions that a request carries, each valid by itself; `isInForce` tells whether it still counts. */
export async function sessionsIn(ctx: Context, request: Request) {
  const localToken = cookieOf(request, LOCAL_SESSION_COOKIE)
  const oidcToken = cookieOf(request, OIDC_SESSION_COOKIE)
  return {
    local: localToken === null ? null : await readLocalSession(ctx, localToken),
    oidc: oidcToken === null ? null : await readOidcSession(ctx, oidcToken),
  }
}

/** Whether a request carries a session cookie at all, valid or not. */
export function carriesSession(ctx: Context, request: Request): boolean {
  if (ctx.config.devBypass) return true
  return SESSION_COOKIES.some((name) => cookieOf(request, name) !== null)
}

/** What a request brings to prove who sends it, good or not; null for nothing. */
export function credentialOf(request: Request): string | null {
  const cookies = SESSION_COOKIES.map((name) => cookieOf(request, name))
  return bearerOf(request) ?? cookies.find((value) => value !== null) ?? null
}

/** A cookie's raw value. Elysia's jar would parse one that looks like JSON. */
export function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=') || null
  }
  return null
}
