import { and, asc, eq, inArray } from 'drizzle-orm'
import { NOT_DONE } from '../../calendar/outbox/states'
import { storedPayload } from '../../calendar/outbox/stored-form'
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
  return rows.flatMap(({ uid, status, payload }) => {
    // A form that cannot be read has nothing to show, and must not keep the rest from the wall.
    const { title, allDay, start } = (storedPayload(payload) ?? {}) as Partial<Write>
    if (title === undefined || allDay === undefined || start === undefined) return []
    return { uid, title, allDay, start, status: status as Write['status'] }
  })
}
