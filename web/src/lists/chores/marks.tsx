import { assigneesOf } from '../../../../src/household/assignees'
import { usePeople } from '../../data/people'
import { queries, queryClient } from '../../data/queries'
import { lastZone } from '../../data/session'
import type { Person } from '../../data/types'
import { useFormats } from '../../i18n/format'
import { useListsText } from '../../i18n/lists'
import { useNow } from '../../lib/clock'
import { minutesOf } from '../../lib/typed-time'
import { dayOf, dayOfIso, MINUTE } from '../../lib/tz'
import { Repeat } from '../../ui/icons'
import { Avatar } from '../../ui/person'
import type { Details } from './sentence'

/** When an item is due, how often, and who does it; nothing for one that says nothing of this. */
export function ChoreMarks(marked: MarksProps) {
  const { due, repeat, assigneeIds, personIds } = marked.item
  return due || repeat || assigneeIds?.length || personIds?.length ? <Marks {...marked} /> : null
}

interface MarksProps {
  item: Details
  isDone?: boolean
}

function Marks({ item, isDone = false }: MarksProps) {
  const { chores } = useListsText()
  const today = useToday()
  const when = useWhen(today)
  const assignees = useAssignees(item)
  const { due, repeat, rotates } = item
  const isLate = !isDone && !!due && dayOfIso(due) < today
  const names = assignees.map(({ name }) => name).join(', ')
  return (
    <span class="chore-marks">
      {due && (
        <span class={isLate ? 'chore-due late' : 'chore-due'}>
          {isLate && <span class="visually-hidden">{chores.late} </span>}
          {when(item)}
        </span>
      )}
      {repeat && (
        <span class="chore-repeat">
          <Repeat aria-hidden="true" />
          {chores.every(repeat)}
        </span>
      )}
      {assignees.length > 0 && (
        <span class="chore-faces" title={rotates ? chores.turnOf(names) : names}>
          <span class="visually-hidden">{rotates ? chores.turnOf(names) : names}</span>
          {assignees.map((person) => (
            <Avatar key={person.id} person={{ ...person, isEveryone: false }} />
          ))}
        </span>
      )}
    </span>
  )
}

/** Who does it, the one who has the turn first. */
export const useAssignees = (item: Details): Person[] => assigneesOf(item, usePeople())

/** Whose turn it is once an item is done, as far as that is known; null where nobody takes turns. */
export function nextInTurn(item: Details): Person | null {
  const people = queryClient.getQueryData<Person[]>(queries.people.queryKey) ?? []
  return (item.rotates && item.repeat && assigneesOf(item, people)[1]) || null
}

/** The household's day; a list may be open when another begins. */
export const useToday = (): number => dayOf(useNow(lastZone()))

/** The day and the time on which an item is due, in few words. */
export function useWhen(today: number): (item: Pick<Details, 'due' | 'dueTime'>) => string {
  const { chores } = useListsText()
  const formats = useFormats()
  return ({ due, dueTime }) => {
    const day = dayOfIso(due ?? '')
    if (Number.isNaN(day)) return ''
    const date = chores.days[day - today] ?? `${formats.weekdayShort(day)} ${formats.dayMonth(day)}`
    if (!dueTime) return date
    return `${date}, ${formats.time(minutesOf(dueTime) * MINUTE)}`
  }
}
