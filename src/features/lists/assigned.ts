import { type Assignee, assignedTo, assigneesOf } from '../../household/assignees'
import type { Executor, Transaction } from '../../platform/db/client'
import { persons } from '../../platform/db/schema'
import { badRequest } from '../../platform/http-errors'
import type { Details } from './details'

/** Everybody an item can be for. */
export const readAssignees = (db: Executor): Promise<Assignee[]> =>
  db.select({ id: persons.id, memberId: persons.memberId }).from(persons)

/**
 * Details whose columns of whom an item is for agree, where they name any.
 * @param readers members who may read its list
 * @throws Refusal 400 for persons that there are not, and for members who may not read the list
 */
export async function withAssigned<Said extends Partial<Details>>(
  tx: Transaction,
  details: Said,
  readers: readonly number[],
): Promise<Said> {
  const { assigneeIds, personIds } = details
  if (assigneeIds === undefined && personIds === undefined) return details
  if (personIds) {
    const people = assigneesOf({ personIds }, await readAssignees(tx))
    if (people.length < personIds.length) throw badRequest('personIds: expected ids of persons')
    if (people.some(({ memberId }) => memberId !== null && !readers.includes(memberId))) {
      throw badRequest('personIds: expected nobody who signs in and may not read the list')
    }
    return { ...details, ...assignedTo(people) }
  }
  if (assigneeIds?.some((id) => !readers.includes(id))) {
    throw badRequest('assigneeIds: expected members who may read the list')
  }
  return { ...details, assigneeIds: assigneeIds ?? null, personIds: null }
}
