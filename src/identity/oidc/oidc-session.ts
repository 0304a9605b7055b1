import type { Context } from '../../platform/context'
import { type Session, type SessionClaims, type SessionKind, signSession, verifySession } from '../session-token'
import { sessionKeys } from '../signing-keys'

export const OIDC_SESSION_COOKIE = 'oidc-auth'
/** A session ends however often it is used: an account closed at the provider must not stay open here. */
const MAX_SECONDS = 90 * 86_400
/** The part of its life after which a session is signed anew. */
const RENEWED_AFTER = 0.1

/** Signs the session of a member who comes through the identity provider, for `config.oidcSessionSeconds`. */
export async function issueOidcSessionCookie(ctx: Context, claims: SessionClaims) {
  const issuedAt = secondsNow(ctx)
  return sessionCookie(ctx, await sign(ctx, { ...claims, issuedAt, startedAt: issuedAt }))
}

/** Signs the same session for its whole age again, but never beyond ninety days after its beginning. */
export async function reissueOidcSessionCookie(ctx: Context, session: Session) {
  const { issuedAt, expiresAt, token } = session
  const isDue = secondsNow(ctx) - issuedAt >= (expiresAt - issuedAt) * RENEWED_AFTER
  return sessionCookie(ctx, isDue ? await sign(ctx, { ...session, issuedAt: secondsNow(ctx) }) : token)
}

/** When the last token of a session expires, in seconds since the epoch. */
export const lastEndOf = ({ startedAt }: Pick<Session, 'startedAt'>) => startedAt + MAX_SECONDS

/** Reads a session of the identity provider. Never throws: anything but a valid token of this purpose is no session. */
export async function readOidcSession(ctx: Context, token: string): Promise<Session | null> {
  return ctx.config.sessionSecret === null ? null : verifySession(kindOf(ctx), token, ctx.now())
}

type Signed = SessionClaims & Pick<Session, 'issuedAt' | 'startedAt'> & { id?: string }

function sign(ctx: Context, session: Signed): Promise<string> {
  const expiresAt = Math.min(session.issuedAt + ctx.config.oidcSessionSeconds, lastEndOf(session))
  return signSession(kindOf(ctx), { ...session, expiresAt })
}

const kindOf = (ctx: Context): SessionKind => ({
  audience: 'corkboard:oidc-session',
  ...sessionKeys(ctx.config, 'oidc session'),
})

const secondsNow = (ctx: Context) => Math.floor(ctx.now().getTime() / 1000)

const sessionCookie = (ctx: Context, token: string) => oidcCookie(token, ctx.config.oidcSessionSeconds)

/** A cookie that deletes the session's. */
export const endedOidcSessionCookie = () => oidcCookie('', 0)

/** Always Secure: browsers take that on plain loopback addresses too. */
export function oidcCookie(value: string, maxAge: number) {
  return { value, maxAge, httpOnly: true, sameSite: 'lax', secure: true, path: '/' } as const
}
