import { useMemo } from 'preact/hooks'
import { queries, useQuery } from '../data/queries'
import type { Person } from '../data/types'
import { personKey } from './who'

/** The keys of the people who may have more to do than is seen here; null as long as nothing is known of them. */
export type Unshared = ReadonlySet<string> | null

/** The members of whom the caller sees no calendar of their own. */
export function useUnshared(people: readonly Person[]): Unshared {
  // Asked by whoever tells how old things are.
  const owners = useQuery(queries.freshness, { enabled: false }).data?.owners
  return useMemo(() => unsharedOf(people, owners), [people, owners])
}

/**
 * `owners`: the members whose own calendars are seen; a service of an earlier version does not tell. A person without
 * sign-in has none: others write for them.
 */
export function unsharedOf(
  people: readonly Pick<Person, 'id' | 'memberId'>[],
  owners: readonly number[] | undefined,
): Unshared {
  if (owners === undefined) return null
  const unseen = people.filter(({ memberId }) => memberId !== null && !owners.includes(memberId))
  return new Set(unseen.map(({ id }) => personKey(id)))
}
