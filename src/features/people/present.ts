import type { Person } from '../../household/people'
import type { Person as PresentedPerson } from './model'

/** A person as a member sees them. */
export const presentPerson = (person: Person, viewer: { memberId: number; isAdmin: boolean }): PresentedPerson => ({
  ...person,
  canManage: viewer.isAdmin || person.memberId === viewer.memberId || person.managerIds.includes(viewer.memberId),
})
