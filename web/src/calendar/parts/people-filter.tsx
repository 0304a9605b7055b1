import { useText } from '../../i18n'
import { Button } from '../../ui/button'
import { usePersonName } from '../../ui/person'
import { setHidden, toggleHidden, useHidden } from '../data'
import type { EventPerson } from '../who'
import { Initials } from './people'

/** Shows or hides the events of each person on this device. */
export function PeopleFilter({ people }: { people: readonly EventPerson[] }) {
  const { calendar } = useText()
  const hidden = useHidden()
  const nameOf = usePersonName()
  const isAnyHidden = people.some(({ key }) => hidden.has(key))
  return (
    <fieldset class="people-filter">
      <legend>{calendar.people}</legend>
      {people.map((person) => (
        <label key={person.key} class="person" style={{ '--person': person.color }}>
          <input type="checkbox" checked={!hidden.has(person.key)} onChange={() => toggleHidden(person.key)} />
          <span class="people-filter-name">{nameOf(person)}</span>
          <Initials people={[person]} />
        </label>
      ))}
      {isAnyHidden && (
        <Button kind="quiet" onClick={() => setHidden(new Set())}>
          {calendar.showAll}
        </Button>
      )}
    </fieldset>
  )
}
