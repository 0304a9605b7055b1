import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { nextRevision } from '../../platform/db/revision'
import { listShares, lists } from '../../platform/db/schema'
import type { MemberHooks } from '../../platform/member-hooks'
import { listDeleted } from './announcements'
import { unassign, unassignPerson } from './unassign'

/**
 * Somebody who joins gets a share of every shared list; somebody who leaves takes their own lists along. What was a
 * person's to do is nobody's once the person is removed.
 */
export const listHooks: MemberHooks = {
  async onJoin(tx, memberId) {
    await tx.execute(sql`
      insert into ${listShares} (list_id, user_id)
      select id, ${memberId} from ${lists} where is_shared = true`)
  },
  async onLeave(tx, memberId) {
    await lockAll(tx)
    await unassign(tx, undefined, [memberId])
    const shares = await tx
      .select({ listId: lists.id, readerId: listShares.userId })
      .from(lists)
      .innerJoin(listShares, eq(listShares.listId, lists.id))
      .where(eq(lists.ownerId, memberId))
    const byList = Map.groupBy(shares, ({ listId }) => listId)
    return [...byList].map(([listId, rows]) =>
      listDeleted(
        listId,
        rows.map(({ readerId }) => readerId),
      ),
    )
  },
  async onRemove(tx, personId) {
    await lockAll(tx)
    await unassignPerson(tx, personId)
  },
}

/** What somebody has done is nobody's then, whichever list it stands in; and nobody is given an item meanwhile. */
const lockAll = (tx: Transaction) => tx.update(lists).set({ revision: nextRevision(lists.revision) })
