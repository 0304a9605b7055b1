import { assigneesOf } from '../../../../src/household/assignees'
import type { Item, Person } from '../../data/types'
import { dayOfIso } from '../../lib/tz'

type Said = Pick<Item, 'text' | 'checked' | 'due' | 'dueTime' | 'assigneeIds' | 'personIds' | 'rotates'>

/** A list as far as it matters here. */
export interface DueList<One extends Said> {
  id: number
  name: string
  isShared: boolean
  ownerId: number
  items: readonly One[]
}

/** An open item that is due. */
export interface Due<One extends Said> {
  listId: number
  listName: string
  item: One
  /** The number of the day on which it is due. */
  day: number
  /**
   * Ids of the persons who are to do it; none: anybody. Of those who take turns only whoever has it, and of a list that
   * is not shared its owner.
   */
  personIds: number[]
}

/** The same as it stands on a day: there, or late. */
export interface DueOn<One extends Said> extends Due<One> {
  isLate: boolean
}

/** All that is due in lists, the earliest first. */
export function allDue<One extends Said>(
  lists: readonly DueList<One>[],
  people: readonly Pick<Person, 'id' | 'memberId'>[],
): Due<One>[] {
  const idsOf = (item: Pick<Said, 'assigneeIds' | 'personIds'>) => assigneesOf(item, people).map(({ id }) => id)
  return lists
    .flatMap(({ id, name, isShared, ownerId, items }) =>
      items.flatMap((item) => {
        if (item.checked || !item.due) return []
        const isAnybodys = !item.assigneeIds && !item.personIds
        const ids = idsOf(isAnybodys && !isShared ? { assigneeIds: [ownerId] } : item)
        const personIds = item.rotates ? ids.slice(0, 1) : ids
        return { listId: id, listName: name, item, day: dayOfIso(item.due), personIds }
      }),
    )
    .sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
}

/** What of it stands on a day (numbers of days); today what is late as well. */
export const dueOn = <One extends Said>(all: readonly Due<One>[], day: number, today: number): DueOn<One>[] =>
  all.flatMap((due) => {
    const isLate = day === today && due.day < today
    return due.day === day || isLate ? { ...due, isLate } : []
  })

/** The days on which any of it stands (numbers of days); what is late stands on today, too. */
export function dueDays(all: readonly Pick<Due<Said>, 'day'>[], today: number): number[] {
  const days = all.flatMap(({ day }) => (day < today ? [day, today] : day))
  return [...new Set(days)].sort((one, other) => one - other)
}

const timeOf = ({ item: { due, dueTime = '' } }: Due<Said>) => `${due} ${dueTime}`
