import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'

/** Takes members off the items that meet a condition, since they may not read these any more. */
export async function unassign(
  tx: Transaction,
  condition: SQL | undefined,
  memberIds: readonly number[],
): Promise<void> {
  const { id, assigneeIds } = listItems
  const assigned = await tx
    .select({ id, assigneeIds })
    .from(listItems)
    .where(and(condition, isNotNull(assigneeIds)))
  for (const item of assigned) {
    const staying = item.assigneeIds!.filter((memberId) => !memberIds.includes(memberId))
    if (staying.length === item.assigneeIds!.length) continue
    await tx
      .update(listItems)
      .set({ assigneeIds: staying.length === 0 ? null : staying })
      .where(eq(id, item.id))
  }
}
