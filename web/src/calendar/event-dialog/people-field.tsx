import { ownCalendars } from '../../data/own-calendars'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import type { Draft } from '../draft'
import type { Entry } from '../entries'
import { ForWhom } from '../parts/for-whom'
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

/** Whom the event is for. */
export const PeopleField = ({ draft, drawn, onChange }: PeopleFieldProps) => (
  <ForWhom drawn={drawn} onChange={(personIds) => onChange({ ...draft, personIds })} />
)
