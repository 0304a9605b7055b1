import { ownCalendars } from '../../data/own-calendars'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import type { Draft } from '../draft'
import type { Entry } from '../entries'
import { ForWhom } from '../parts/for-whom'
import { type EventPerson, whoIs } from '../who'
import { appearanceOf, appearanceOfEntry, forWhom } from '../writes/appearance'

/** Whom the event of a draft is for, as the calendar will draw it; nobody as long as that is not known. */
export function useForWhom(draft: Draft, entry: Entry | null): EventPerson[] {
  const people = usePeople()
  const own = useQuery(ownCalendars).data
  const calendars = useQuery(queries.writableCalendars).data
  const areKnown = own !== undefined && calendars !== undefined
  // Whose an event is that names nobody its calendar says.
  if (!areKnown && entry === null && draft.personIds.length === 0) return []
  // Of an event of which only that is known which the calendar shows, the calendar has no address.
  const isOfEntry = entry !== null && (!areKnown || draft.calendarUrl === '')
  return whoIs(isOfEntry ? { ...appearanceOfEntry(entry), ...forWhom(draft) } : appearanceOf(draft), people)
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
