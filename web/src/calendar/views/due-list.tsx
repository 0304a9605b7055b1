import type { ComponentChildren } from 'preact'
import { usePeople } from '../../data/people'
import { useViewsText } from '../../i18n/views'
import { OwnDueRow } from '../../lists/chores/due-row'
import { useDue } from '../../lists/chores/use-due'
import { usePersonName } from '../../ui/person'
import { everybody, personKey } from '../who'

interface DueListProps {
  day: number
  today: number
  /** What is said where nothing is to be done. */
  otherwise?: ComponentChildren
}

/** What is to be done on a day, beside its events, and by whom. */
export function DueList({ day, today, otherwise = null }: DueListProps) {
  const { due: texts } = useViewsText()
  const due = useDue(day, today)
  const people = everybody(usePeople())
  const nameOf = usePersonName()
  const namesOf = (ids: readonly number[]) =>
    people
      .filter(({ key }) => ids.map(personKey).includes(key))
      .map(nameOf)
      .join(', ')
  if (due.length === 0) return <>{otherwise}</>
  return (
    <ul class="due-list" aria-label={texts.list}>
      {due.map((one) => (
        <li key={one.item.key}>
          <OwnDueRow due={one} who={namesOf(one.personIds)} />
        </li>
      ))}
    </ul>
  )
}
