import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { FIRST_REVISION, nextRevisionText } from '../platform/db/revision'
import { appConfig } from '../platform/db/schema'

/** Its value is the household's revision. */
export const HOUSEHOLD_ROW = 'household_lock'

/**
 * Lets one transaction at a time decide about the household: who is the first admin, who is the last, whose colour is
 * free, whose row is claimed, which calendar is shared. Held until the transaction ends. The household's revision grows:
 * every write of its members, people and birthdays takes this lock.
 */
export async function lockHousehold(ctx: Pick<Context, 'now'>, tx: Transaction): Promise<void> {
  // There may be no members yet, and a lock on no rows keeps nobody out: this row is always there.
  await tx
    .insert(appConfig)
    .values({ key: HOUSEHOLD_ROW, value: sql`${FIRST_REVISION}`, updatedAt: ctx.now() })
    .onDuplicateKeyUpdate({ set: { value: nextRevisionText(appConfig.value) } })
}
