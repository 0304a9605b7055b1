import { assigneesOf } from '../../../../src/household/assignees'
import type { Item, Person } from '../../data/types'
import type { Due } from '../../lists/chores/due'
import { daysOf } from '../rule/days'

type Repeating = Pick<Item, 'text' | 'checked' | 'due' | 'dueTime' | 'repeat' | 'rotates' | 'assigneeIds' | 'personIds'>

const FREQUENCIES = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const

/**
 * What is due, and due again up to a day (a number), each time with whoever has the turn by then: as the service makes it
 * when all is done in time. On which day that is done which comes some days after, nobody knows.
 */
export const withRepeats = <One extends Repeating>(
  all: readonly Due<One>[],
  people: readonly Pick<Person, 'id' | 'memberId'>[],
  { today, last }: { today: number; last: number },
): Due<One>[] => all.flatMap((due) => [due, ...repeats(due, people, { today, last })])

function repeats<One extends Repeating>(
  due: Due<One>,
  people: readonly Pick<Person, 'id' | 'memberId'>[],
  { today, last }: { today: number; last: number },
): Due<One>[] {
  const { repeat, rotates } = due.item
  if (!repeat || !('every' in repeat)) return []
  const { every, ...rest } = repeat
  const rule = { frequency: FREQUENCIES[every], ...rest }
  // What is late comes again after today.
  const after = Math.max(due.day, today)
  const days = [...daysOf(rule, due.day, after, last, Number.POSITIVE_INFINITY)].filter((day) => day > after)
  const inTurn = rotates ? assigneesOf(due.item, people) : []
  return days.map((day, index) => {
    const person = inTurn[(index + 1) % inTurn.length]
    return person === undefined ? { ...due, day } : { ...due, day, personIds: [person.id] }
  })
}
