import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { homeAccounts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { Refusal } from '../../platform/http-errors'
import { describeError } from '../../platform/log'
import type { MemberHooks } from '../../platform/member-hooks'
import { writeUsers } from './users'
import { withoutUsers } from './users-file'

/** Of members who have left, and what the wizard has given up. */
const isClosed = and(isNull(homeAccounts.userId), isNull(homeAccounts.appPassword))

/** Who leaves the household leaves no account behind that is still to be made. */
export const homeHooks: MemberHooks = {
  async onLeave(tx, memberId) {
    await tx.update(homeAccounts).set({ appPassword: null }).where(eq(homeAccounts.userId, memberId))
    return []
  },
}

/** Lets go of what the wizard has begun besides this account. The transaction must hold the household's lock. */
export async function forgetOtherAttempts(tx: Transaction, accountId: number): Promise<void> {
  const ofWizard = and(isNull(homeAccounts.userId), isNotNull(homeAccounts.appPassword))
  await tx
    .update(homeAccounts)
    .set({ appPassword: null })
    .where(and(ofWizard, ne(homeAccounts.id, accountId)))
}

/**
 * Takes the lines of closed accounts out of the file of users: nobody gets in with them any more. What they have written
 * stays at the server. What cannot be done now is tried again at the next call.
 */
export async function closeAccounts(ctx: Context): Promise<void> {
  if (ctx.config.home === null) return
  const isDue = and(isClosed, eq(homeAccounts.isListed, true))
  try {
    if ((await ctx.db.$count(homeAccounts, isDue)) === 0) return
    await inTransaction(ctx.db, async (tx) => {
      await lockHousehold(ctx, tx)
      const closed = await tx
        .select({ id: homeAccounts.id, username: homeAccounts.username })
        .from(homeAccounts)
        .where(isDue)
      if (closed.length === 0) return
      const names = closed.map(({ username }) => username)
      await writeUsers(ctx, (text) => withoutUsers(text, names))
      const ids = closed.map(({ id }) => id)
      await tx.update(homeAccounts).set({ isListed: false }).where(inArray(homeAccounts.id, ids))
    })
  } catch (error) {
    // Of what it could not write the log has said it. What was done before this stays done, and is answered so.
    if (!(error instanceof Refusal)) ctx.log.warn('accounts were not closed', { error: describeError(error) })
  }
}
