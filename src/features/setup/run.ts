import { cookieOf } from '../../identity/authenticate'
import { isInForce } from '../../identity/ended-sessions'
import { type SessionKind, signSession, verifySession } from '../../identity/session-token'
import { sessionKeys } from '../../identity/signing-keys'
import type { Context } from '../../platform/context'

/** What a browser keeps that has made the first admin, so that it may go on with the wizard. */
export const SETUP_COOKIE = 'setup-session'
const RUN_SECONDS = 3600

/** The cookie of the run of the wizard that made this admin; null without a secret to sign it with. */
export async function setupCookie(ctx: Context, adminId: number) {
  if (ctx.config.sessionSecret === null) return null
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  const claims = { memberId: adminId, sessionVersion: 0, issuedAt, expiresAt: issuedAt + RUN_SECONDS }
  return {
    value: await signSession(kindOf(ctx), claims),
    maxAge: RUN_SECONDS,
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.config.isProduction,
    path: '/api/setup',
  } as const
}

/** The admin that the run of the wizard behind a request has made, null for none; it ends with their sessions. */
export async function adminOfRun(ctx: Context, request: Request): Promise<number | null> {
  const token = cookieOf(request, SETUP_COOKIE)
  if (token === null || ctx.config.sessionSecret === null) return null
  const run = await verifySession(kindOf(ctx), token, ctx.now())
  return run !== null && (await isInForce(ctx, run)) ? run.memberId : null
}

const kindOf = ({ config }: Context): SessionKind => ({ audience: 'corkboard:setup', ...sessionKeys(config, 'setup') })
