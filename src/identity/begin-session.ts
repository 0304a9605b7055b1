import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { cookieOf } from './authenticate'
import { deviceNameOf } from './devices/device-name'
import { DEVICE_SESSION_COOKIE, deviceSessionCookie, endedDeviceSessionCookie } from './devices/device-session'
import { rememberDevice } from './devices/devices'
import { endedLocalSessionCookie, issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from './local/local-session'
import { issueOidcSessionCookie, OIDC_SESSION_COOKIE } from './oidc/oidc-session'
import type { SessionClaims } from './session-token'
import { giveUpSessions } from './sign-out'

/** A sign-in that was proven: whose, how, and whether the device is to stay signed in. */
export interface SignIn {
  kind: 'local' | 'oidc'
  claims: SessionClaims
  isRemembered: boolean
  /** What its user calls the device; absent: what its browser says it is. */
  deviceName?: string | undefined
}

/**
 * Begins a session in a browser, in place of whatever it carries: that ends, whoever's it was, so that a browser never
 * holds the proofs of two members.
 */
export async function beginSession(
  ctx: Context,
  request: Request,
  cookies: Record<string, Cookie<unknown>>,
  { kind, claims, isRemembered, deviceName }: SignIn,
): Promise<void> {
  await giveUpSessions(ctx, request)
  const name = deviceName ?? deviceNameOf(request.headers.get('user-agent') ?? '')
  const device = isRemembered ? await rememberDevice(ctx, claims, { kind, name }) : null
  if (device !== null) cookies[DEVICE_SESSION_COOKIE]?.set(deviceSessionCookie(ctx, device.token))
  else if (cookieOf(request, DEVICE_SESSION_COOKIE) !== null) {
    cookies[DEVICE_SESSION_COOKIE]?.set(endedDeviceSessionCookie(ctx))
  }
  const session = { ...claims, deviceId: device?.id ?? null }
  if (kind === 'local') return void cookies[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, session))
  cookies[OIDC_SESSION_COOKIE]?.set(await issueOidcSessionCookie(ctx, session))
  // A local session speaks first, and may be somebody else's.
  const hasLocalSession = cookieOf(request, LOCAL_SESSION_COOKIE) !== null
  if (hasLocalSession) cookies[LOCAL_SESSION_COOKIE]?.set(endedLocalSessionCookie(ctx.config))
}
