import { asc, eq } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { members, personManagers, persons } from '../platform/db/schema'

/** Somebody whom an event can be for: a member, or a person who never signs in. */
export interface Person {
  id: number
  name: string
  color: string
  /** A date; null: not told. */
  birthday: string | null
  /** Place among the people, from 0. */
  position: number
  /** Null: a person without sign-in. */
  memberId: number | null
  /** Members who look after the person, by id. */
  managerIds: number[]
}

/** Everybody, by position. A member's person has the member's name and colour. */
export async function readPeople({ db }: { db: Executor }): Promise<Person[]> {
  const rows = await db
    .select({ person: persons, displayName: members.displayName, memberColor: members.color })
    .from(persons)
    .leftJoin(members, eq(members.id, persons.memberId))
    .orderBy(asc(persons.position), asc(persons.id))
  const managers = await db.select().from(personManagers).orderBy(asc(personManagers.memberId))
  const byPerson = Map.groupBy(managers, ({ personId }) => personId)
  return rows.map(({ person: { id, name, color, birthday, memberId }, displayName, memberColor }, position) => ({
    id,
    name: (memberId === null ? name : nameOfMember({ id: memberId, displayName })) ?? '',
    color: memberColor ?? color ?? '',
    birthday,
    position,
    memberId,
    managerIds: (byPerson.get(id) ?? []).map(({ memberId }) => memberId),
  }))
}

/** What a member is called as a person. */
export const nameOfMember = ({ id, displayName }: { id: number; displayName: string | null }) =>
  displayName ?? `Member ${id}`
