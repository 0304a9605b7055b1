import { usePeople } from '../../data/people'
import { useEventFormText } from '../../i18n/event-form'
import { Faces } from '../../ui/faces'
import { UserRound } from '../../ui/icons'
import { usePersonName } from '../../ui/person'
import { type EventPerson, personOfKey } from '../who'

/** The persons among those whom an event is drawn for; of everybody none. */
export const idsOf = (drawn: readonly EventPerson[]): number[] => drawn.flatMap(({ key }) => personOfKey(key) ?? [])

interface ForWhomProps {
  /** Whom the calendar draws it for: who is named, else everybody, or whoever the calendar belongs to. */
  drawn: readonly EventPerson[]
  onChange: (personIds: number[]) => void
}

/**
 * Faces of everybody: one tap says that the event is for them, or no longer. Those whom the words say are chosen, named or
 * not: a tap on another adds to them.
 */
export function ForWhom({ drawn, onChange }: ForWhomProps) {
  const form = useEventFormText()
  const people = usePeople()
  const nameOf = usePersonName()
  if (people.length < 2) return null
  const chosen = new Set(idsOf(drawn))
  const toggle = (toggled: number) => {
    const isChosen = (id: number) => chosen.has(id) !== (id === toggled)
    onChange(people.map(({ id }) => id).filter(isChosen))
  }
  return (
    <fieldset class="for-whom">
      <legend>
        <span>
          <UserRound aria-hidden="true" />
          {form.forWhom}
        </span>{' '}
        <b>{drawn.map(nameOf).join(', ')}</b>
      </legend>
      <Faces people={people} chosen={chosen} onToggle={toggle} />
    </fieldset>
  )
}
