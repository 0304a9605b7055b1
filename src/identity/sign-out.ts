import type { Context } from '../platform/context'
import { cookieOf } from './asking'
import { OIDC_SESSION_COOKIE } from './oidc/session'
import { LOCAL_SESSION_COOKIE } from './session'

/** Tells open streams that the sessions this request carries are given up: signed out, or replaced by another. */
export function announceSignOut(ctx: Context, request: Request): void {
  for (const name of [LOCAL_SESSION_COOKIE, OIDC_SESSION_COOKIE]) {
    const token = cookieOf(request, name)
    if (token !== null) ctx.hub.publish({ topic: 'signed-out', token })
  }
}
