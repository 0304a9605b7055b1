import { randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { lockHousehold } from '../../household/lock'
import type { OidcIdentity } from '../../household/members'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { isDuplicate } from '../../platform/db/errors'
import { localCredentials, members, usedLinkNonces } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { sessionsEnded } from '../announcements'
import { forgetSubscriptions, raiseSessionVersion } from '../session-version'
import { secretKey } from '../signing-keys'
import { endWaiting } from './applicants'
import { findBound } from './member'
import { OidcRefusal } from './refusal'

const ALGORITHM = 'HS256'
/** Keeps the state apart from a local session, which the same key signs (RFC 8725, section 3.11). */
const TYPE = 'corkboard-link-state+jwt'
const LINK_SECONDS = 600

/** Signs that this member wants to be bound to an identity; good for ten minutes and one use. */
export async function issueLinkState(ctx: Context, memberId: number): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return new SignJWT({ linkUserId: memberId, nonce: randomBytes(32).toString('hex') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LINK_SECONDS)
    .sign(secretKey(ctx.config))
}

/** Uses a link state up and returns its member. @throws OidcRefusal for an invalid, expired or used one */
export async function redeemLinkState(ctx: Context, state: string): Promise<number> {
  const claims = await readLinkState(ctx, state)
  if (claims === null) throw new OidcRefusal('oidc-link-expired')
  await ctx.db.delete(usedLinkNonces).where(lt(usedLinkNonces.expiresAt, ctx.now()))
  try {
    await ctx.db.insert(usedLinkNonces).values({ nonce: claims.nonce, expiresAt: claims.expiresAt })
  } catch (error) {
    if (isDuplicate(error)) throw new OidcRefusal('oidc-link-expired', 'used')
    throw error
  }
  return claims.memberId
}

/**
 * Binds an identity to a member, deletes the member's local account and ends the sessions that came from it, with the
 * reminders of their browsers, in one step.
 * @throws OidcRefusal when the identity is another member's, or the member is not there any more
 */
export async function linkIdentity(ctx: Context, memberId: number, identity: OidcIdentity): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const bound = await findBound(tx, identity)
    if (bound !== null && bound !== memberId) throw new OidcRefusal('oidc-link-conflict')
    const [result] = await tx
      .update(members)
      .set({ oidcIss: identity.issuer, oidcSub: identity.subject, claimed: true })
      .where(eq(members.id, memberId))
    if (result.affectedRows === 0) throw new OidcRefusal('oidc-link-expired', 'no such member')
    await tx.delete(localCredentials).where(eq(localCredentials.userId, memberId))
    await raiseSessionVersion(tx, memberId)
    await forgetSubscriptions(tx, memberId)
    await endWaiting(tx, identity)
    announce(ctx, tx, sessionsEnded(memberId))
  })
}

async function readLinkState(ctx: Context, state: string) {
  try {
    const { payload } = await jwtVerify(state, secretKey(ctx.config), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      currentDate: ctx.now(),
      requiredClaims: ['linkUserId', 'nonce', 'iat', 'exp'],
    })
    const { linkUserId: memberId, nonce, exp } = payload
    if (!Number.isSafeInteger(memberId) || typeof nonce !== 'string' || exp === undefined) return null
    return { memberId: memberId as number, nonce, expiresAt: new Date(exp * 1000) }
  } catch {
    return null
  }
}
