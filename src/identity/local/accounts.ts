import { and, eq } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import { createMember, type MemberContext } from '../../household/members'
import { type Announcing, announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { isDuplicate } from '../../platform/db/errors'
import { localCredentials } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, notFound, Refusal } from '../../platform/http-errors'
import { hasLength } from '../../platform/http-text'
import { type Author, answerOnce } from '../../platform/idempotency'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../platform/limits'
import { sessionsEnded } from '../announcements'
import { forgetSubscriptions, raiseSessionVersion } from '../session-version'
import { clearAttempts } from './attempts'
import { checkPassword, hashPassword } from './password'
import { newUsername, usernameKey } from './username'

type Data = Announcing & Pick<Context, 'db'>

/** Whoever runs a command; it is not sent again. */
const OPERATOR: Author = { memberId: 0, key: null }

export interface LocalAccount {
  username: string
  passwordHash: string
}

/** Checks and hashes a chosen username and password. @throws Refusal 400, 503 when too many are hashing */
export async function prepareLocalAccount(username: string, password: string): Promise<LocalAccount> {
  return { username: newUsername(username), passwordHash: await hashPassword(newPassword(password)) }
}

/**
 * Gives a member their local account, inside a transaction. What was tried with the name before is not held against them.
 * @throws Refusal 409 when the name is in use
 */
export async function insertAccount(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  memberId: number,
  account: LocalAccount,
) {
  try {
    await tx.insert(localCredentials).values({
      ...account,
      userId: memberId,
      usernameKey: usernameKey(account.username),
      updatedAt: ctx.now(),
    })
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal(409, 'This username is in use')
    throw error
  }
  await clearAttempts(tx, account.username)
}

/**
 * Creates a member who signs in here; once for each key of an author. Returns the id.
 * @throws Refusal 400, 409 when the username is in use, 422 for a key of another request
 */
export async function addLocalMember(
  ctx: MemberContext,
  member: { displayName: string; username: string; password: string; isAdmin?: boolean },
  author = OPERATOR,
): Promise<number> {
  const account = await prepareLocalAccount(member.username, member.password)
  // Without the password: what is kept of a request is no keyed hash.
  const parts = ['POST /api/admin/members', member.displayName, member.username]
  return inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, { ...author, parts }, async () => {
      await lockHousehold(ctx, tx)
      const id = await createMember(ctx, tx, { displayName: member.displayName, isAdmin: member.isAdmin })
      await insertAccount(ctx, tx, id, account)
      return id
    }),
  )
}

/**
 * Changes a member's password and ends every session made before; the device it is changed on, where it is remembered,
 * stays. Returns the session generation that counts now.
 * @throws Refusal 404 without a local account, 403 for a wrong current password, 400 for a bad new one
 */
export async function changePassword(
  ctx: Data,
  { memberId, deviceId }: { memberId: number; deviceId: number | null },
  current: string,
  next: string,
): Promise<number> {
  newPassword(next)
  const [account] = await ctx.db.select().from(localCredentials).where(eq(localCredentials.userId, memberId))
  if (account === undefined) throw notFound()
  if (!(await checkPassword(current, account.passwordHash, account.usernameKey))) throw wrongPassword()
  const passwordHash = await hashPassword(next)
  const sessionVersion = await inTransaction(ctx.db, async (tx) => {
    // Of two changes at once the second no longer knows the current password.
    const isStillCurrent = eq(localCredentials.passwordHash, account.passwordHash)
    const [result] = await tx
      .update(localCredentials)
      .set({ passwordHash, updatedAt: ctx.now() })
      .where(and(eq(localCredentials.userId, memberId), isStillCurrent))
    if (result.affectedRows === 0) throw wrongPassword()
    announce(ctx, tx, sessionsEnded(memberId))
    // Of a browser that is not remembered nobody knows which messages are its own: it must not lose them.
    if (deviceId !== null) await forgetSubscriptions(tx, memberId, deviceId)
    return raiseSessionVersion(tx, memberId, deviceId)
  })
  return sessionVersion
}

/**
 * Sets a member's password without the old one, ends their sessions and opens the name if it was locked. Returns the
 * session generation that counts now.
 * @param stayingDevice that of an admin who sets their own
 * @throws Refusal 404 without a local account, 400 for a bad password
 */
export async function resetPassword(
  ctx: Data,
  memberId: number,
  password: string,
  stayingDevice: number | null = null,
): Promise<number> {
  const passwordHash = await hashPassword(newPassword(password))
  const sessionVersion = await inTransaction(ctx.db, async (tx) => {
    const [account] = await tx
      .select({ username: localCredentials.username })
      .from(localCredentials)
      .where(eq(localCredentials.userId, memberId))
      .for('update')
    if (account === undefined) throw notFound()
    await tx
      .update(localCredentials)
      .set({ passwordHash, updatedAt: ctx.now() })
      .where(eq(localCredentials.userId, memberId))
    await clearAttempts(tx, account.username)
    announce(ctx, tx, sessionsEnded(memberId))
    await forgetSubscriptions(tx, memberId, stayingDevice)
    return raiseSessionVersion(tx, memberId, stayingDevice)
  })
  return sessionVersion
}

/** 403 and not 401: a client would take that for the end of its session. */
const wrongPassword = () => new Refusal(403, 'The current password is wrong')

function newPassword(password: string): string {
  if (hasLength(password, MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)) return password
  throw badRequest(`password: expected ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`)
}
