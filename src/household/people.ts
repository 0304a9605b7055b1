import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor } from '../platform/db/client'
import { members, personManagers, persons } from '../platform/db/schema'

/** Somebody whom an event can be for: a member, or a person who never signs in. */
export interface Person {
  id: number
  name: string
  color: string
  /** A date; null: not told. */
  birthday: string | null
  /** Order among the persons. */
  position: number
  /** Null: a person without sign-in. */
  memberId: number | null
  /** Members who look after a person without sign-in, by id. */
  managerIds: number[]
}

/** Everybody, by position. A member's person has the member's name and colour. */
export async function readPeople({ db }: { db: Executor }): Promise<Person[]> {
  const rows = await selectPersons(db).orderBy(asc(persons.position), asc(persons.id))
  const managers = await db.select().from(personManagers).orderBy(asc(personManagers.memberId))
  const byPerson = Map.groupBy(managers, ({ personId }) => personId)
  return rows.map((row) => ({
    ...row,
    managerIds: (byPerson.get(row.id) ?? []).map(({ memberId }) => memberId),
  }))
}

const { id, birthday, position, memberId } = getTableColumns(persons)

const selectPersons = (db: Executor) =>
  db
    .select({
      id,
      name: sql<string>`coalesce(${members.displayName}, ${persons.name}, concat('Member ', ${persons.memberId}))`,
      color: sql<string>`coalesce(${members.color}, ${persons.color})`,
      birthday,
      position,
      memberId,
    })
    .from(persons)
    .leftJoin(members, eq(members.id, persons.memberId))
    .$dynamic()
