import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { cookieOf, sessionsIn } from './authenticate'
import { DEVICE_SESSION_COOKIE, endedDeviceSessionCookie, readDeviceSession } from './devices/device-session'
import { forgetDevice } from './devices/devices'
import { endSession } from './ended-sessions'
import { endedLocalSessionCookie, LOCAL_SESSION_COOKIE } from './local/local-session'
import { endedOidcSessionCookie, lastEndOf, OIDC_SESSION_COOKIE } from './oidc/oidc-session'

/**
 * Signs a browser out: deletes its cookies first, even if the rest fails, and ends the sessions in them. A session from
 * the identity provider ends, too: signing out must not leave the other way open.
 */
export async function signOut(ctx: Context, request: Request, cookies: Record<string, Cookie<unknown>>): Promise<void> {
  cookies[LOCAL_SESSION_COOKIE]?.set(endedLocalSessionCookie(ctx.config))
  if (cookieOf(request, OIDC_SESSION_COOKIE) !== null) cookies[OIDC_SESSION_COOKIE]?.set(endedOidcSessionCookie())
  const hasDevice = cookieOf(request, DEVICE_SESSION_COOKIE) !== null
  if (hasDevice) cookies[DEVICE_SESSION_COOKIE]?.set(endedDeviceSessionCookie(ctx))
  await giveUpSessions(ctx, request)
}

/** Ends the sessions that a request carries, and signs out the device: it is left, or taken over. */
export async function giveUpSessions(ctx: Context, request: Request): Promise<void> {
  const { local, oidc } = await sessionsIn(ctx, request)
  if (local !== null) await endSession(ctx, local, local.expiresAt)
  if (oidc !== null) await endSession(ctx, oidc, lastEndOf(oidc))
  const deviceToken = cookieOf(request, DEVICE_SESSION_COOKIE)
  const device = deviceToken === null ? null : await readDeviceSession(ctx, deviceToken)
  for (const session of [local, oidc, device?.session ?? null]) {
    if (session?.deviceId != null) await forgetDevice(ctx, session.memberId, session.deviceId)
  }
}
