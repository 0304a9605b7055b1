/** A person as far as an item of a list can be for them: a member, or somebody who never signs in. */
export interface Assignee {
  id: number
  /** Null: a person without sign-in. */
  memberId: number | null
}

/** Whom an item is for: one of both says it, all of them in their order. */
export interface Assigned {
  /** Ids of members. */
  assigneeIds: number[] | null
  /** Ids of persons, where one of them has no sign-in. */
  personIds: number[] | null
}

/** Whom an item is for, of everybody; who is gone is left out. Pure. */
export function assigneesOf<Person extends Assignee>(
  { assigneeIds, personIds }: { [Column in keyof Assigned]?: Assigned[Column] | undefined },
  all: readonly Person[],
): Person[] {
  if (personIds?.length) return personIds.flatMap((id) => all.find((person) => person.id === id) ?? [])
  return (assigneeIds ?? []).flatMap((id) => all.find(({ memberId }) => memberId === id) ?? [])
}

/** What says whom an item is for: members alone by their own ids, as clients have always read them. Pure. */
export function assignedTo(people: readonly Assignee[]): Assigned {
  const memberIds = people.flatMap(({ memberId }) => memberId ?? [])
  if (memberIds.length < people.length) return { assigneeIds: null, personIds: people.map(({ id }) => id) }
  return { assigneeIds: memberIds.length === 0 ? null : memberIds, personIds: null }
}
