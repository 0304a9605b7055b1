import { and, desc, eq, inArray } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import { createMember, type MemberContext, type OidcIdentity } from '../../household/members'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { admissions } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound } from '../../platform/http-errors'
import { addressToShow } from './admission'
import type { ProvenIdentity } from './exchange'

/** Beyond this number the applicants seen longest ago are removed. */
const MAX_WAITING = 200

/** Somebody whom the provider knows and an admin has yet to admit. */
export interface Applicant {
  id: number
  displayName: string | null
  email: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** The applicants, the latest first. */
export async function readApplicants({ db }: Pick<Context, 'db'>): Promise<Applicant[]> {
  const { id, displayName, email, createdAt, lastSeenAt } = admissions
  return db
    .select({ id, displayName, email, createdAt, lastSeenAt })
    .from(admissions)
    .orderBy(desc(admissions.createdAt), desc(admissions.id))
}

/** Adds or refreshes an applicant. The transaction must hold the household's lock. Returns whether they are new. */
export async function letWait(ctx: Pick<Context, 'now'>, tx: Transaction, identity: ProvenIdentity): Promise<boolean> {
  const seen = {
    displayName: identity.displayName,
    email: addressToShow(identity.emails),
    lastSeenAt: ctx.now(),
  }
  const [before] = await tx.select({ id: admissions.id }).from(admissions).where(isOf(identity))
  if (before !== undefined) {
    await tx.update(admissions).set(seen).where(eq(admissions.id, before.id))
    return false
  }
  const { issuer: oidcIss, subject: oidcSub } = identity
  await tx.insert(admissions).values({ ...seen, oidcIss, oidcSub, createdAt: ctx.now() })
  await forgetBeyondLimit(tx)
  return true
}

/** Removes an applicant, as when the identity is bound to a member. */
export async function endWaiting(tx: Transaction, identity: OidcIdentity): Promise<void> {
  await tx.delete(admissions).where(isOf(identity))
}

/** Makes an applicant a member, as their sign-in would have. Returns the member's id. @throws Refusal 404 */
export async function admit(ctx: MemberContext, id: number): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const [applicant] = await tx.select().from(admissions).where(eq(admissions.id, id)).for('update')
    if (applicant === undefined) throw notFound()
    const identity = { issuer: applicant.oidcIss, subject: applicant.oidcSub }
    await endWaiting(tx, identity)
    return createMember(ctx, tx, { displayName: applicant.displayName, identity })
  })
}

/** Removes an applicant; they may apply again. @throws Refusal 404 */
export async function turnAway({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  const [result] = await db.delete(admissions).where(eq(admissions.id, id))
  if (result.affectedRows === 0) throw notFound()
}

async function forgetBeyondLimit(tx: Transaction): Promise<void> {
  const excess = await tx
    .select({ id: admissions.id })
    .from(admissions)
    .orderBy(desc(admissions.lastSeenAt), desc(admissions.id))
    .limit(MAX_WAITING)
    .offset(MAX_WAITING)
  const ids = excess.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(admissions).where(inArray(admissions.id, ids))
}

const isOf = ({ issuer, subject }: OidcIdentity) => and(eq(admissions.oidcIss, issuer), eq(admissions.oidcSub, subject))
