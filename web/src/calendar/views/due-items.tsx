import type { ComponentChildren } from 'preact'
import type { DueWords } from '../../lists/chores/due-row'
import type { DueState } from '../../lists/chores/use-due'
import { usePersonName } from '../../ui/person'
import { type EventPerson, personKey } from '../who'

/** Something to be done on a day. */
export interface DueThing {
  key: string
  /** Ids of the persons who are to do it; none: anybody. */
  personIds: readonly number[]
  text: string
  isLate: boolean
  draw: (words?: DueWords) => ComponentChildren
}

/** What is to be done, day by day. */
export interface DueByDay extends DueState {
  on: (day: number) => readonly DueThing[]
}

interface DueItemsProps {
  due: readonly DueThing[]
  people: readonly EventPerson[]
  /** Rows that there is room for, each without the name of its list; none: for all of them, with it. */
  most?: number
  /** What stands for those without a row. */
  more?: (count: number) => ComponentChildren
}

/** What is to be done on a day, and by whom, as items of a list. */
export function DueItems({ due, people, most, more }: DueItemsProps) {
  const whoDoes = useWhoDoes(people)
  const isBrief = most !== undefined
  const shown = isBrief && due.length > most ? due.slice(0, most - 1) : due
  return (
    <>
      {shown.map(({ key, personIds, draw }) => (
        <li key={key}>{draw({ who: whoDoes(personIds), isBrief })}</li>
      ))}
      {shown.length < due.length && <li>{more?.(due.length - shown.length)}</li>}
    </>
  )
}

/** Says by name who of `people` is to do something; nothing where anybody may. */
export function useWhoDoes(people: readonly EventPerson[]): (personIds: readonly number[]) => string {
  const nameOf = usePersonName()
  return (personIds) => doersOf(personIds, people).map(nameOf).join(', ')
}

/** Those of `people` who are to do something. */
export function doersOf(personIds: readonly number[], people: readonly EventPerson[]): EventPerson[] {
  const keys = personIds.map(personKey)
  return people.filter(({ key }) => keys.includes(key))
}
