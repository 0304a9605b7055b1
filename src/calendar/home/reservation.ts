import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import { openOrNull, seal } from '../../platform/crypto/seal'
import type { Transaction } from '../../platform/db/client'
import { homeAccounts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { newAppPassword } from './app-password'
import { freeUsername, usernameFrom } from './username'
import { readUsers } from './users'
import { usernamesIn } from './users-file'

/** Who is to get an account. */
export interface HomeOwner {
  /** Null: the admin whom the wizard is about to make. */
  memberId: number | null
  /** What they are called here; the name at the server follows it. */
  name: string
  /** Asked while the household is locked. @throws what `reserve` throws then, where nobody may begin any more */
  refuse?(tx: Transaction): Promise<void>
}

export interface Reservation {
  id: number
  username: string
  appPassword: string
}

/** The owner with whom the password of the admin to be is sealed (`seal`): there is no member's id yet. */
const WIZARD = 0

/**
 * The name and password of this owner's account, made or found again, before anything of it is anywhere else.
 * @throws Refusal 422, 503 when the file of users cannot be read
 */
export function reserve(ctx: Context, { memberId, name, refuse }: HomeOwner): Promise<Reservation> {
  const wished = usernameFrom(name)
  return inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    await refuse?.(tx)
    const begun = await findBegun(tx, memberId, wished)
    const kept = begun === undefined ? null : openPassword(ctx, begun.appPassword, memberId)
    if (begun !== undefined && kept !== null) return { ...begun, appPassword: kept }
    const appPassword = newAppPassword()
    const sealed = seal(appPassword, ctx.config.encryptionKey, memberId ?? WIZARD)
    if (begun !== undefined) {
      await tx.update(homeAccounts).set({ appPassword: sealed, isListed: true }).where(eq(homeAccounts.id, begun.id))
      return { ...begun, appPassword }
    }
    const username = freeUsername(wished, await takenNames(ctx, tx))
    const [row] = await tx
      .insert(homeAccounts)
      .values({ userId: memberId, username, appPassword: sealed, createdAt: ctx.now() })
      .$returningId()
    return { id: row!.id, username, appPassword }
  })
}

/** What the wizard has begun is meant again only by whoever wants the same name. */
async function findBegun(tx: Transaction, memberId: number | null, wished: string) {
  const { id, username, appPassword, userId } = homeAccounts
  const isWizards = and(isNull(userId), isNotNull(appPassword), eq(username, wished))
  const [row] = await tx
    .select({ id, username, appPassword })
    .from(homeAccounts)
    .where(memberId === null ? isWizards : eq(userId, memberId))
  return row
}

/** Null: there is none, or it was sealed with another key. */
const openPassword = (ctx: Context, sealed: string | null, memberId: number | null): string | null =>
  sealed === null ? null : openOrNull(sealed, ctx.config.encryptionKey, memberId ?? WIZARD)

/** Those of accounts that were ever made here, and those of others in the file. */
async function takenNames(ctx: Context, tx: Transaction): Promise<string[]> {
  const rows = await tx.select({ username: homeAccounts.username }).from(homeAccounts)
  return [...rows.map(({ username }) => username), ...usernamesIn(await readUsers(ctx))]
}
