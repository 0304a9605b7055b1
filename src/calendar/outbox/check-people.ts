import type { PeopleDirectory } from '../../household/people-names'
import { badRequest } from '../../platform/http-errors'
import type { EventForm } from '../ical/form'

/** @throws Refusal 400 for a form with an id that nobody has */
export function refuseUnknownPeople(
  { personIds = [] }: Pick<EventForm, 'personIds'>,
  { people }: PeopleDirectory,
): void {
  const known = new Set(people.map(({ id }) => id))
  if (!personIds.every((id) => known.has(id))) throw badRequest('personIds: expected ids of people')
}
