import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { subscriptions } from '../platform/db/schema'

/**
 * Has a member's public holidays named anew, whose language is another one; signal the subscriptions after the commit. By
 * themselves they are read once a month.
 */
export async function renameHolidays({ now }: Pick<Context, 'now'>, tx: Transaction, memberId: number): Promise<void> {
  const { userId, country } = subscriptions
  await tx
    .update(subscriptions)
    .set({ nextFetchAt: now() })
    .where(and(eq(userId, memberId), isNotNull(country)))
}
