import { eq, sql } from 'drizzle-orm'
import { nextRevision } from '../../platform/db/revision'
import { listShares, lists } from '../../platform/db/schema'
import type { MemberHooks } from '../../platform/member-hooks'
import { listDeleted } from './announcements'
import { unassign } from './unassign'

/** Somebody who joins gets a share of every shared list; somebody who leaves takes their own lists along. */
export const listHooks: MemberHooks = {
  async onJoin(tx, memberId) {
    await tx.execute(sql`
      insert into ${listShares} (list_id, user_id)
      select id, ${memberId} from ${lists} where is_shared = true`)
  },
  async onLeave(tx, memberId) {
    // What they have done is nobody's then, whichever list it stands in. All are locked by it, so that nobody is given an
    // item meanwhile.
    await tx.update(lists).set({ revision: nextRevision(lists.revision) })
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
}
