import { usePeople } from '../../data/people'
import { useUnshared } from '../unshared'
import { type EventPerson, personOfKey } from '../who'
import { DueList } from './due-list'
import { useOwnDue } from './own-due'
import { QuietPeople } from './quiet-people'

interface DueHeadProps {
  day: number
  today: number
  /** Who has no event, and no column either. */
  quiet: readonly EventPerson[]
}

/** Above the hours of a day: who has nothing, and what is to be done. */
export function DueHead({ day, today, quiet }: DueHeadProps) {
  const unshared = useUnshared(usePeople())
  const { isKnown, on } = useOwnDue(today)
  const occupied = on(day).flatMap(({ personIds }) => personIds)
  const idle = quiet.filter(({ key }) => !occupied.includes(personOfKey(key) ?? 0))
  return (
    <>
      {isKnown && <QuietPeople people={idle} unshared={unshared} />}
      <DueList day={day} today={today} />
    </>
  )
}
