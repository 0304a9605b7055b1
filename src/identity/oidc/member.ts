import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { adminIds, adminsWhoCanSignIn } from '../../household/admins'
import { lockHousehold } from '../../household/lock'
import { createMember, isUnclaimed, renameMember } from '../../household/members'
import { isSetupComplete } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendarCredentials, localCredentials, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { admits, NotAdmitted } from './admission'
import { endWaiting, letWait } from './applicants'
import type { ProvenIdentity } from './exchange'

/**
 * The member behind a proven identity: the one bound to it, else an unclaimed one that this first sign-in claims once
 * setup is complete, else a new one. Matched on issuer and subject only, never on e-mail. Returns the id.
 * @throws NotAdmitted when the household does not let somebody new in, or not yet
 */
export async function memberOfIdentity(ctx: Context, identity: ProvenIdentity): Promise<number> {
  const member = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const bound = await findBound(tx, identity)
    if (bound === null) return join(ctx, tx, identity)
    await takeName(ctx, tx, bound, identity.displayName)
    return bound
  })
  // Thrown when everything is stored: inside it would undo the waiting.
  if (member instanceof NotAdmitted) throw member
  return member
}

/** Lets a new identity in, or not. Under `approve` the first admin does not wait: there is nobody to admit them. */
async function join(ctx: Context, tx: Transaction, identity: ProvenIdentity): Promise<number | NotAdmitted> {
  const rule = ctx.config.oidcAdmission ?? { kind: 'open' }
  if (!admits(rule, identity.emails)) return new NotAdmitted('address')
  const isSetUp = await isSetupComplete(tx)
  const mayClaim = isSetUp && (rule.kind !== 'approve' || (await adminsWhoCanSignIn(tx)).length === 0)
  const unclaimed = mayClaim ? await findUnclaimed(tx) : null
  const isFirstAdmin = !isSetUp && (await adminIds(tx)).length === 0
  if (rule.kind === 'approve' && unclaimed === null && !isFirstAdmin) {
    const isNew = await letWait(ctx, tx, identity)
    return new NotAdmitted('approval', isNew ? { displayName: identity.displayName } : null)
  }
  await endWaiting(tx, identity)
  if (unclaimed === null) {
    return createMember(ctx, tx, { displayName: identity.displayName, isAdmin: isFirstAdmin, identity })
  }
  await claim(ctx, tx, unclaimed, identity)
  return unclaimed
}

/** The member an identity is bound to. */
export async function findBound(tx: Transaction, identity: { issuer: string; subject: string }) {
  const [member] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.oidcIss, identity.issuer), eq(members.oidcSub, identity.subject)))
  return member?.id ?? null
}

/**
 * A member without an identity and without a local account (whose owner would link it). The admin that the wizard has
 * made comes first.
 */
async function findUnclaimed(tx: Transaction): Promise<number | null> {
  const [member] = await tx
    .select({ id: members.id })
    .from(members)
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, members.id))
    .where(and(isUnclaimed(), isNull(localCredentials.userId)))
    .orderBy(desc(members.isAdmin), asc(isNull(calendarCredentials.userId)), asc(members.id))
    .limit(1)
  return member?.id ?? null
}

async function claim(ctx: Context, tx: Transaction, memberId: number, identity: ProvenIdentity): Promise<void> {
  await tx
    .update(members)
    .set({ oidcIss: identity.issuer, oidcSub: identity.subject, claimed: true })
    .where(eq(members.id, memberId))
  await takeName(ctx, tx, memberId, identity.displayName)
}

/** The provider's name replaces the stored one; without a name the stored one stays. */
async function takeName(ctx: Context, tx: Transaction, memberId: number, displayName: string | null): Promise<void> {
  if (displayName !== null) await renameMember(ctx, tx, memberId, displayName)
}
