import type { Item, Person } from '../../data/types'
import { dayOfIso } from '../../lib/tz'

type Said = Pick<Item, 'text' | 'checked' | 'due' | 'dueTime' | 'assigneeIds' | 'rotates'>

/** A list as far as it matters here. */
export interface DueList<One extends Said> {
  id: number
  name: string
  isShared: boolean
  ownerId: number
  items: readonly One[]
}

/** An open item that is due on a day, or was before. */
export interface Due<One extends Said> {
  listId: number
  listName: string
  item: One
  isLate: boolean
  /**
   * Ids of the persons who are to do it; none: anybody. Of those who take turns only whoever has it, and of a list that
   * is not shared its owner.
   */
  personIds: number[]
}

/** What is due on a day (numbers of days); today what is late as well. The earliest first. */
export function dueOn<One extends Said>(
  lists: readonly DueList<One>[],
  people: readonly Pick<Person, 'id' | 'memberId'>[],
  day: number,
  today: number,
): Due<One>[] {
  const personOf = (memberId: number) => people.find((person) => person.memberId === memberId)?.id ?? []
  return lists
    .flatMap(({ id, name, isShared, ownerId, items }) =>
      items.flatMap((item) => {
        const due = item.checked ? Number.NaN : dayOfIso(item.due ?? '')
        const isLate = day === today && due < today
        if (due !== day && !isLate) return []
        const memberIds = whoDoes(item) ?? (isShared ? [] : [ownerId])
        return { listId: id, listName: name, item, isLate, personIds: memberIds.flatMap(personOf) }
      }),
    )
    .sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
}

/** The days on which something is due (numbers of days); what is late stands on today, too. */
export function dueDays(lists: readonly Pick<DueList<Said>, 'items'>[], today: number): number[] {
  const days = lists.flatMap(({ items }) => items.flatMap(({ checked, due }) => (checked || !due ? [] : dayOfIso(due))))
  return [...new Set(days.flatMap((day) => (day < today ? [day, today] : day)))].sort((one, other) => one - other)
}

const whoDoes = ({ assigneeIds, rotates }: Said) => (rotates ? assigneeIds?.slice(0, 1) : assigneeIds)

const timeOf = ({ item: { due, dueTime = '' } }: Due<Said>) => `${due} ${dueTime}`
