import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import type { MemberHooks } from '../../platform/member-hooks'

/**
 * What somebody who leaves has asked for in other members' calendars goes on in their owners' names: of half a move, or of
 * half a divided series, the rest would stand twice for good.
 */
export const outboxHooks: MemberHooks = {
  async onLeave(tx, memberId) {
    const groups = Map.groupBy(await selectWrites(tx, memberId), ({ groupId, id }) => groupId ?? id)
    const goingOn = [...groups.values()].filter(
      (rows) =>
        rows.some(({ status }) => status === 'pending') &&
        rows.every(({ ownerId }) => ownerId !== null && ownerId !== memberId),
    )
    for (const [ownerId, rows] of Map.groupBy(goingOn.flat(), (row) => row.ownerId!)) {
      const ids = rows.map(({ id }) => id)
      await tx.update(outbox).set({ authorId: ownerId }).where(inArray(outbox.id, ids))
    }
    return []
  },
}

/** The member's own writes that wait or are made; an import ends with its author. */
function selectWrites(tx: Transaction, memberId: number) {
  return tx
    .select({ id: outbox.id, groupId: outbox.groupId, status: outbox.status, ownerId: calendars.userId })
    .from(outbox)
    .leftJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(and(eq(outbox.authorId, memberId), eq(outbox.isImport, false), inArray(outbox.status, ['pending', 'done'])))
}
