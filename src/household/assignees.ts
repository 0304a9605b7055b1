import type { Executor } from '../platform/db/client'
import { type listItems, persons } from '../platform/db/schema'

/** A person as far as an item of a list can be for them: a member, or somebody who never signs in. */
export type Assignee = Pick<typeof persons.$inferSelect, 'id' | 'memberId'>

/** Whom an item is for: one column or the other says it, all of them in their order. */
export type Assigned = Pick<typeof listItems.$inferSelect, 'assigneeIds' | 'personIds'>

/** Everybody an item can be for. */
export const readAssignees = (db: Executor): Promise<Assignee[]> =>
  db.select({ id: persons.id, memberId: persons.memberId }).from(persons)

/** Whom an item is for, of everybody; who is gone is left out. Pure. */
export function assigneesOf<Person extends Assignee>(
  { assigneeIds, personIds }: Assigned,
  all: readonly Person[],
): Person[] {
  if (personIds !== null) return personIds.flatMap((id) => all.find((person) => person.id === id) ?? [])
  return (assigneeIds ?? []).flatMap((id) => all.find(({ memberId }) => memberId === id) ?? [])
}

/** The columns that say whom an item is for: members alone by their own ids, as clients have always read them. Pure. */
export function assignedTo(people: readonly Assignee[]): Assigned {
  const memberIds = people.flatMap(({ memberId }) => memberId ?? [])
  if (memberIds.length < people.length) return { assigneeIds: null, personIds: people.map(({ id }) => id) }
  return { assigneeIds: memberIds.length === 0 ? null : memberIds, personIds: null }
}
