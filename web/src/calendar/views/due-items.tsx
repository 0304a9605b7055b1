import type { ComponentChildren } from 'preact'
import type { DueWords } from '../../lists/chores/due-row'
import { usePersonName } from '../../ui/person'
import { type EventPerson, personKey } from '../who'

/** Something to be done on a day. */
export interface DueThing {
  key: string
  /** Ids of the persons who are to do it; none: anybody. */
  personIds: readonly number[]
  draw: (words?: DueWords) => ComponentChildren
}

export type DueOfDay = (day: number) => readonly DueThing[]

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
  const nameOf = usePersonName()
  const isBrief = most !== undefined
  const shown = isBrief && due.length > most ? due.slice(0, most - 1) : due
  return (
    <>
      {shown.map(({ key, personIds, draw }) => {
        const keys = personIds.map(personKey)
        const who = people.filter((person) => keys.includes(person.key)).map(nameOf)
        return <li key={key}>{draw({ who: who.join(', '), isBrief })}</li>
      })}
      {shown.length < due.length && <li>{more?.(due.length - shown.length)}</li>}
    </>
  )
}
