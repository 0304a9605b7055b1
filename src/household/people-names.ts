import { asc } from 'drizzle-orm'
import { type NamedPerson, nameKey, type PeopleNames } from '../calendar/ical/categories'
import type { Executor } from '../platform/db/client'
import { formerNames } from '../platform/db/schema'
import { type Person, readPeople } from './people'

/** Of a name with commas that is found in pieces. */
const MAX_PARTS = 5

/** Everybody, and who is who by name. */
export interface PeopleDirectory extends PeopleNames {
  /** By position. */
  people: readonly Person[]
}

/** The directory of the household as it is now. */
export async function readDirectory(ctx: { db: Executor }): Promise<PeopleDirectory> {
  const people = await readPeople(ctx)
  const former = await ctx.db.select().from(formerNames).orderBy(asc(formerNames.until), asc(formerNames.personId))
  return directoryOf(people, former)
}

/**
 * A present name counts before a former one, and present names of several people before one that they make up together;
 * of several persons with one present name the first by position, of several who have given up one name the latest.
 * `former` stands in the order in which the names were given up.
 */
export function directoryOf(
  people: readonly Person[],
  former: readonly { personId: number; nameKey: string }[],
): PeopleDirectory {
  // An earlier version may have folded less of what it kept.
  const byName = new Map(former.map((kept) => [nameKey(kept.nameKey), kept.personId]))
  const present = new Set<string>()
  for (const { id, name } of people.toReversed()) {
    const key = nameKey(name)
    byName.set(key, id)
    present.add(key)
  }
  // A name of control characters alone cannot be written.
  byName.delete('')
  present.delete('')
  const mostParts = Math.min(MAX_PARTS, Math.max(1, ...byName.keys().map((key) => key.split(',').length)))
  /** Whom the categories from one on name, by as many of them as can be; what names several people is no pieces of one. */
  const namedFrom = (keys: readonly string[], from: number): NamedPerson | null => {
    for (let to = Math.min(keys.length, from + mostParts); to > from; to -= 1) {
      const run = keys.slice(from, to)
      const personId = byName.get(run.join())
      const isOfSeveral = run.length > 1 && run.every((key) => present.has(key))
      if (personId !== undefined && !isOfSeveral) return { personId, from, to }
    }
    return null
  }
  const namedIn = (categories: readonly string[]) => {
    const keys = categories.map(nameKey)
    const found: NamedPerson[] = []
    for (let at = 0; at < keys.length; ) {
      const named = namedFrom(keys, at)
      if (named !== null) found.push(named)
      at = named?.to ?? at + 1
    }
    return found
  }
  return {
    people,
    namedIn,
    personsOf(categories) {
      if (categories.length === 0) return []
      const meant = new Set(namedIn(categories).map(({ personId }) => personId))
      return people.filter(({ id }) => meant.has(id)).map(({ id }) => id)
    },
    namesOf(personIds) {
      return people.filter(({ id }) => personIds.includes(id)).map(({ name }) => name)
    },
  }
}

/** For events that nothing is to be said of. */
export const NOBODY = directoryOf([], [])

/** Whom an event is for: the persons its categories name, else the person whose calendar it stands in. */
export function personIdsOf(
  { categories }: { categories: readonly string[] },
  { personId }: { personId: number | null },
  directory: PeopleDirectory,
): number[] {
  const named = directory.personsOf(categories)
  return named.length > 0 || personId === null ? named : [personId]
}
