import { useText } from '../../i18n'
import { Avatar, usePersonName } from '../../ui/person'
import type { Shown } from '../by-person'
import { afterTap, isFiltered, isOnly, only } from '../filter'

interface PeopleFilterProps extends Shown {
  /** The caller's own person; null where nobody is signed in. */
  own: string | null
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Where there are more people, there is room for their faces alone. */
const MAX_NAMES = 6

/** A row of faces: only the caller, whoever is tapped, and everybody again. What is for everybody is always shown. */
export function PeopleFilter({ people, hidden, own, onChange }: PeopleFilterProps) {
  const { calendar } = useText()
  const nameOf = usePersonName()
  const shown = { people, hidden }
  const isSome = isFiltered(shown)
  // Its place is kept until it is known who there is: the calendar below does not move.
  if (people.length === 1) return null
  return (
    <fieldset
      class={`people-filter ${isSome ? 'filtered' : ''} ${people.length > MAX_NAMES ? 'many' : ''}`}
      aria-label={calendar.people}
    >
      <div>
        {own !== null && (
          <button
            type="button"
            aria-pressed={isOnly(shown, own)}
            onClick={() => onChange(isOnly(shown, own) ? new Set() : only(shown, own))}
          >
            {calendar.onlyMe}
          </button>
        )}
        {people.map((person) => (
          <button
            key={person.key}
            type="button"
            class="filter-person person"
            style={{ '--person': person.color }}
            aria-pressed={isSome && !hidden.has(person.key)}
            onClick={() => onChange(afterTap(shown, person.key))}
          >
            <Avatar person={person} />
            <span class="filter-name">{nameOf(person)}</span>
          </button>
        ))}
      </div>
      {isSome && (
        <button type="button" class="everybody" onClick={() => onChange(new Set())}>
          {calendar.everybody}
        </button>
      )}
    </fieldset>
  )
}
