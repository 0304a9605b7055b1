import { MapPin } from '../../ui/icons'
import { Avatar, usePersonName } from '../../ui/person'
import type { Entry } from '../entries'

/** The place and the people of an event, as items of a list. */
export function WhereAndWho({ location, people }: Pick<Entry, 'location' | 'people'>) {
  const nameOf = usePersonName()
  return (
    <>
      {location && (
        <li>
          <MapPin aria-hidden="true" />
          {location}
        </li>
      )}
      {people.map((person) => (
        <li key={person.key}>
          <Avatar person={person} />
          <span>{nameOf(person)}</span>
        </li>
      ))}
    </>
  )
}
