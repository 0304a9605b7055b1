import { and, eq, isNotNull, or, type SQL } from 'drizzle-orm'
import { type Assignee, assignedTo, assigneesOf } from '../../household/assignees'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { readAssignees } from './assigned'

/** Takes members off the items that meet a condition, since they may not read these any more. */
export const unassign = (tx: Transaction, condition: SQL | undefined, memberIds: readonly number[]): Promise<void> =>
  takeOff(tx, condition, ({ memberId }) => memberId !== null && memberIds.includes(memberId))

/** Takes a person off all items. */
export const unassignPerson = (tx: Transaction, personId: number): Promise<void> =>
  takeOff(tx, isNotNull(listItems.personIds), ({ id }) => id === personId)

async function takeOff(
  tx: Transaction,
  condition: SQL | undefined,
  isGone: (assignee: Assignee) => boolean,
): Promise<void> {
  const { id, assigneeIds, personIds, rotates } = listItems
  const all = await readAssignees(tx)
  const assigned = await tx
    .select({ id, assigneeIds, personIds, rotates })
    .from(listItems)
    .where(and(condition, or(isNotNull(assigneeIds), isNotNull(personIds))))
  for (const item of assigned) {
    const people = assigneesOf(item, all)
    const staying = people.filter((person) => !isGone(person))
    if (staying.length === people.length) continue
    const inTurn = item.rotates && staying.length > 1
    await tx
      .update(listItems)
      .set({ ...assignedTo(staying), rotates: inTurn })
      .where(eq(id, item.id))
  }
}
