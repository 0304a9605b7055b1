import type { Person } from '../../household/people'
import { type Caller, canManage } from '../../household/people-changes'
import type { Person as PresentedPerson } from './model'

/** A person as a member sees them. */
export const presentPerson = (person: Person, viewer: Caller): PresentedPerson => ({
  ...person,
  canManage: canManage(viewer, person),
})
