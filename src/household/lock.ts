import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { appConfig } from '../platform/db/schema'

const LOCK_ROW = 'household_lock'

/**
 * Lets one transaction at a time decide about the household: who is the first admin, who is the last, whose colour is
 * free, whose row is claimed, which calendar is shared. Held until the transaction ends.
 */
export async function lockHousehold(ctx: Pick<Context, 'now'>, tx: Transaction): Promise<void> {
  // There may be no members yet, and a lock on no rows keeps nobody out: this row is always there.
  await tx
    .insert(appConfig)
    .values({ key: LOCK_ROW, value: '', updatedAt: ctx.now() })
    .onDuplicateKeyUpdate({ set: { value: '' } })
}
