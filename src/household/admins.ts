import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { Executor, Transaction } from '../platform/db/client'
import { localCredentials, members } from '../platform/db/schema'
import { Refusal } from '../platform/http-errors'

/** Whether a member is an admin; false also for somebody who is no member any more. */
export async function isAdmin(executor: Executor, memberId: number): Promise<boolean> {
  const [member] = await executor.select({ isAdmin: members.isAdmin }).from(members).where(eq(members.id, memberId))
  return member?.isAdmin === true
}

/** The ids of all admins. */
export async function adminIds(executor: Executor): Promise<number[]> {
  const admins = await executor.select({ id: members.id }).from(members).where(eq(members.isAdmin, true))
  return admins.map(({ id }) => id)
}

/**
 * The admins who have a way to sign in: an identity, or a local account.
 * @param hasProvider whether there is an identity provider; without one an identity is no way
 */
export async function adminsWhoCanSignIn(executor: Executor, hasProvider = true): Promise<number[]> {
  const isClaimed = hasProvider ? eq(members.claimed, true) : undefined
  const rows = await executor
    .select({ id: members.id })
    .from(members)
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .where(and(eq(members.isAdmin, true), or(isClaimed, isNotNull(localCredentials.userId))))
  return rows.map(({ id }) => id)
}

/**
 * Keeps the last admin; the transaction must hold the household's lock.
 * @throws Refusal 409 with `message`
 */
export async function keepOneAdmin(tx: Transaction, member: { isAdmin: boolean }, message: string): Promise<void> {
  if (member.isAdmin && (await adminIds(tx)).length === 1) throw new Refusal(409, message)
}
