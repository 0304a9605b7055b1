import { and, asc, eq, inArray } from 'drizzle-orm'
import { NOT_DONE } from '../../calendar/outbox/states'
import type { Context } from '../../platform/context'
import { displayWrites, outbox } from '../../platform/db/schema'
import type { Screen } from './model'

type Write = NonNullable<Screen['writes']>[number]

/** Nobody reads more of them on a wall. */
const MAX_WRITES = 50

/** Events that were added on a display and wait, or could not be made, the oldest first. */
export async function readDisplayWrites({ db }: Pick<Context, 'db'>, displayId: number): Promise<Write[]> {
  const rows = await db
    .select({ uid: outbox.uid, status: outbox.status, payload: outbox.payload })
    .from(displayWrites)
    .innerJoin(
      outbox,
      and(
        eq(outbox.authorId, displayWrites.authorId),
        eq(outbox.uid, displayWrites.uid),
        eq(outbox.operation, 'create'),
      ),
    )
    .where(and(eq(displayWrites.displayId, displayId), inArray(outbox.status, NOT_DONE)))
    .orderBy(asc(outbox.id))
    .limit(MAX_WRITES)
  return rows.map(({ uid, status, payload }) => {
    const { title, allDay, start } = JSON.parse(payload ?? '{}') as Pick<Write, 'title' | 'allDay' | 'start'>
    return { uid, title, allDay, start, status: status as Write['status'] }
  })
}
