import { nameKey } from '../calendar/ical/categories'
import { Refusal } from '../platform/http-errors'
import { NAME_IN_USE } from './name-in-use'
import type { Person } from './people'

/**
 * Refuses a name that somebody bears: events tell people apart by it. One that stays is not refused, though members whom
 * admins add and identity providers may have brought it a second time. The household must be locked, else two may take one
 * at once.
 * @param before what the person is called now; null: there is none yet
 * @throws Refusal 409
 */
export function refuseTaken(people: readonly Person[], name: string, before: string | null): void {
  const key = nameKey(name)
  if (before !== null && nameKey(before) === key) return
  if (people.some((person) => nameKey(person.name) === key)) throw new Refusal(409, NAME_IN_USE)
}
