import { ownCalendars } from '../../data/own-calendars'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import { useEventFormText } from '../../i18n/event-form'
import { Faces } from '../../ui/faces'
import { UserRound } from '../../ui/icons'
import { usePersonName } from '../../ui/person'
import type { Draft } from '../draft'
import type { Entry } from '../entries'
import { type EventPerson, whoIs } from '../who'
import { appearanceOf, appearanceOfEntry, forWhom } from '../writes/appearance'

/** Whom the event of a draft is for, as the calendar will draw it. */
export function useForWhom(draft: Draft, entry: Entry | null): EventPerson[] {
  const people = usePeople()
  useQuery(ownCalendars)
  useQuery(queries.writableCalendars)
  // Of an event of which only that is known which the calendar shows, the calendar has no address.
  const isKnown = entry === null || draft.calendarUrl !== ''
  return whoIs(isKnown ? appearanceOf(draft) : { ...appearanceOfEntry(entry), ...forWhom(draft) }, people)
}

interface PeopleFieldProps {
  draft: Draft
  /** What the choice comes to. */
  drawn: readonly EventPerson[]
  onChange: (draft: Draft) => void
}

/** Faces of everybody: one tap says that the event is for them, or no longer. */
export function PeopleField({ draft, drawn, onChange }: PeopleFieldProps) {
  const form = useEventFormText()
  const people = usePeople()
  const nameOf = usePersonName()
  if (people.length < 2) return null
  // Where nobody is named, the one whom the calendar belongs to.
  const chosen = new Set(forWhom(draft).personIds)
  const toggle = (toggled: number) => {
    const isChosen = (id: number) => chosen.has(id) !== (id === toggled)
    onChange({ ...draft, personIds: people.map(({ id }) => id).filter(isChosen) })
  }
  return (
    <fieldset class="for-whom">
      <legend>
        <UserRound aria-hidden="true" />
        {form.forWhom} <b>{drawn.map(nameOf).join(', ')}</b>
      </legend>
      <Faces people={people} chosen={chosen} onToggle={toggle} />
    </fieldset>
  )
}
