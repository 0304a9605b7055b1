import type { Occurrence, Person } from '../../../web/src/data/types'

const person = (id: number, name: string, memberId: number | null = null): Person => ({
  id,
  name,
  color: `#00000${id}`,
  birthday: null,
  position: id,
  memberId,
  managerIds: [],
  canManage: false,
})

/** Mia stands first and has no sign-in; Ada is member 1, Ben member 2. */
export const PEOPLE: [mia: Person, ada: Person, ben: Person] = [
  person(7, 'Mia'),
  person(3, 'Ada', 1),
  person(4, 'Ben', 2),
]

/** Persons as an occurrence names them. */
export const named = (...people: Pick<Person, 'id' | 'name' | 'color'>[]) =>
  people.map(({ id, name, color }) => ({ id, name, color }))

/** One in the shared calendar, on a Friday evening. */
export const familyEvent = (title: string, more: Partial<Occurrence> = {}): Occurrence => ({
  uid: title,
  title,
  location: null,
  allDay: false,
  start: '2026-11-20T16:30:00.000Z',
  end: '2026-11-20T17:15:00.000Z',
  isRecurring: false,
  recurrenceId: null,
  seriesStart: null,
  calendarId: 1,
  calendarName: 'Family',
  color: '#F25C7A',
  isShared: true,
  userId: 1,
  ownerName: 'Ada',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  ...more,
})
