import { useText } from '../../i18n'
import { usePersonName } from '../../ui/person'
import { type EventPerson, personOfKey } from '../who'
import { DueList } from './due-list'
import { useOwnDue } from './own-due'

interface DueHeadProps {
  day: number
  today: number
  /** Who has no event, and no column either. */
  quiet: readonly EventPerson[]
}

/** Above the hours of a day: who has nothing, and what is to be done. */
export function DueHead({ day, today, quiet }: DueHeadProps) {
  const { calendar } = useText()
  const nameOf = usePersonName()
  const { isKnown, on } = useOwnDue(today)
  const occupied = on(day).flatMap(({ personIds }) => personIds)
  const idle = quiet.filter(({ key }) => !occupied.includes(personOfKey(key) ?? 0))
  return (
    <>
      {isKnown && idle.length > 0 && <p class="people-quiet">{calendar.nothingFor(idle.map(nameOf).join(', '))}</p>}
      <DueList day={day} today={today} />
    </>
  )
}
