import type { Cookie } from 'elysia'
import type { Context } from '../platform/context'
import { describeError } from '../platform/log'
import { cookieOf, type Principal } from './authenticate'
import { DEVICE_SESSION_COOKIE, renewDeviceSession } from './devices/device-session'
import { wasJustEnded } from './ended-sessions'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from './local/local-session'
import { OIDC_SESSION_COOKIE, reissueOidcSessionCookie } from './oidc/oidc-session'
import type { Session } from './session-token'
import { sessionVersionOf } from './session-version'

type Cookies = Record<string, Cookie<unknown>>

/**
 * Renews what lasts while it is used: a device, or a session from the identity provider. It never runs without a valid
 * one, so that no deleted cookie comes back. Call it when the answer is there: it may be signed out meanwhile.
 */
export async function renewSession(ctx: Context, principal: Principal, cookies: Cookies): Promise<void> {
  const { via, session, isByDevice } = principal
  if (session === null) return
  if (isByDevice) return renewDevice(ctx, session, cookies)
  if (via !== 'oidc' || wasJustEnded(ctx, session)) return
  cookies[OIDC_SESSION_COOKIE]?.set(await reissueOidcSessionCookie(ctx, session))
}

async function renewDevice(ctx: Context, session: Session, cookies: Cookies): Promise<void> {
  try {
    const cookie = await renewDeviceSession(ctx, session)
    if (cookie !== null) cookies[DEVICE_SESSION_COOKIE]?.set(cookie)
  } catch (error) {
    // What was asked for is done; the next use renews the device.
    ctx.log.warn('the use of a device was not noted', { error: describeError(error) })
  }
}

/** Under the development bypass a browser without a session gets a real one. */
export async function issueBypassSession(
  ctx: Context,
  request: Request,
  { via, memberId }: Principal,
  cookies: Cookies,
): Promise<void> {
  const isSessionMissing = cookieOf(request, LOCAL_SESSION_COOKIE) === null
  if (via !== 'bypass' || ctx.config.sessionSecret === null || !isSessionMissing) return
  const sessionVersion = (await sessionVersionOf(ctx, memberId)) ?? 0
  cookies[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
}
