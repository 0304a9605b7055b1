import type { Person } from '../data/types'
import { changedIn } from '../lib/changed'
import type { PersonChange } from './api'

/** What is typed of a person. */
export interface PersonFields {
  name: string
  /** `YYYY-MM-DD`; empty: not told. */
  birthday: string
  color: string
  managerIds: number[]
}

/** What stands in the form of a person at first. */
export const fieldsOf = ({ name, birthday, color, managerIds }: Person): PersonFields => ({
  name,
  birthday: birthday ?? '',
  color,
  managerIds,
})

/** What differs from the person: not everybody may change everything. */
export function changesOf(person: Person, { name, birthday, color, managerIds }: PersonFields): PersonChange {
  const said = { name, birthday: birthday === '' ? null : birthday, color, managerIds: managerIds.toSorted(byId) }
  return changedIn<typeof said>({ ...person, managerIds: person.managerIds.toSorted(byId) }, said)
}

const byId = (a: number, b: number) => a - b
