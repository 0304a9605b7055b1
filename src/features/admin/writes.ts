import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { NOT_DONE, type State } from '../../calendar/outbox/states'
import type { Context } from '../../platform/context'
import { members, outbox } from '../../platform/db/schema'
import type { WriteCount } from './model'

/** How many writes of each member wait, and how many could not be made; a move, which is two rows, is one. */
export async function countWrites({ db }: Context): Promise<WriteCount[]> {
  const counted = (...statuses: State[]) =>
    sql<number>`count(distinct case when ${inArray(outbox.status, statuses)} then coalesce(${outbox.groupId}, ${outbox.id}) end)`.mapWith(
      Number,
    )
  return db
    .select({ id: members.id, pending: counted('pending'), failed: counted('failed', 'dead') })
    .from(members)
    .leftJoin(outbox, and(eq(outbox.authorId, members.id), inArray(outbox.status, NOT_DONE)))
    .groupBy(members.id)
    .orderBy(asc(members.id))
}
