import { DEV_MEMBER } from '../household/dev-member'
import type { Context } from '../platform/context'
import { DEVICE_SESSION_COOKIE, readDeviceSession } from './devices/device-session'
import { isInForce } from './ended-sessions'
import { LOCAL_SESSION_COOKIE, readLocalSession } from './local/local-session'
import { OIDC_SESSION_COOKIE, readOidcSession } from './oidc/oidc-session'
import type { Session } from './session-token'

/** The member on whose behalf a request is made, and what proves it. */
export interface Principal {
  memberId: number
  /** How the member signed in. */
  via: 'bypass' | 'local' | 'oidc'
  /** Null under the bypass, which never ends. */
  session: Session | null
  /** The device that was remembered at the sign-in; null for none. */
  deviceId: number | null
  /** Whether that device's own cookie is the proof, and not one of a session. */
  isByDevice: boolean
}

const principals = new WeakMap<Request, Promise<Principal | null>>()

/** Who sends a request, null for nobody. Decided once per request, however many guards ask. */
export function authenticate(ctx: Context, request: Request): Promise<Principal | null> {
  return principals.getOrInsertComputed(request, () => findPrincipal(ctx, request))
}

/** Who sent a request that a guard has authenticated, null for any other; asks nothing itself. */
export function knownPrincipal(request: Request): Promise<Principal | null> {
  return principals.get(request) ?? Promise.resolve(null)
}

async function findPrincipal(ctx: Context, request: Request): Promise<Principal | null> {
  if (ctx.config.devBypass) {
    return { memberId: DEV_MEMBER.id, via: 'bypass', session: null, deviceId: null, isByDevice: false }
  }
  const deviceToken = cookieOf(request, DEVICE_SESSION_COOKIE)
  const device = deviceToken === null ? null : await readDeviceSession(ctx, deviceToken)
  if (device !== null) return principalOf(device.kind, device.session, true)
  const { local, oidc } = await sessionsIn(ctx, request)
  if (local !== null && (await isInForce(ctx, local))) return principalOf('local', local)
  if (oidc !== null && (await isInForce(ctx, oidc))) return principalOf('oidc', oidc)
  return null
}

const principalOf = (via: 'local' | 'oidc', session: Session, isByDevice = false): Principal => ({
  memberId: session.memberId,
  via,
  session,
  deviceId: session.deviceId,
  isByDevice,
})

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
  return [LOCAL_SESSION_COOKIE, OIDC_SESSION_COOKIE, DEVICE_SESSION_COOKIE].some(
    (name) => cookieOf(request, name) !== null,
  )
}

/** A cookie's raw value. Elysia's jar would parse one that looks like JSON. */
export function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=') || null
  }
  return null
}
