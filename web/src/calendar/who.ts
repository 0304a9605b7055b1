import type { Occurrence, Person } from '../data/types'
import type { Person as DrawnPerson } from '../ui/person'

/** Whom an event is for, as the calendar draws them: one person, or everybody at once. */
export interface EventPerson extends DrawnPerson {
  /** Of the person, for as long as it lives; of a member whose person is not known, of the member. */
  key: string
  /** Where the person stands among the others: everybody last. */
  order: number
  /** Everybody's, because it is somebody's birthday. */
  isBirthday?: boolean
}

const EVERYONE = 'everyone'

/** Everybody, where no calendar gives them a colour. */
export const EVERYBODY: EventPerson = {
  key: EVERYONE,
  name: null,
  color: '#736a61',
  isEveryone: true,
  order: Number.POSITIVE_INFINITY,
}

const PERSON = 'person-'

/** What a person is known by on this device. */
export const personKey = (id: number): string => PERSON + id

/** What a member is known by on this device until it is known which person that is. */
export const memberKey = (id: number): string => `member-${id}`

/** The person whom a key stands for; null where it is everybody's, or a member's whose person is not known. */
export const personOfKey = (key: string): number | null => (isPersonKey(key) ? Number(key.slice(PERSON.length)) : null)

export const isPersonKey = (key: string): boolean => /^person-[1-9]\d*$/.test(key)

type Of = Pick<
  Occurrence,
  'isShared' | 'holiday' | 'userId' | 'ownerName' | 'color' | 'people' | 'readOnly' | 'birthday'
>

interface DrawnFor {
  people: readonly EventPerson[]
  /** Nobody can change it here. */
  readOnly: boolean
}

/**
 * Whom an occurrence is for: the people it names; where it names none its owner, or everybody when it is in the shared
 * calendar or a public holiday. `people`: the household's, by position; what they are called and their colours there count.
 */
export function whoIs(occurrence: Of, people: readonly Person[]): EventPerson[] {
  const { isShared, holiday, userId, ownerName, color, readOnly, birthday, people: named = [] } = occurrence
  if (named.length > 0) {
    return named
      .map((one) => drawnAs(people.find(({ id }) => id === one.id) ?? one, people))
      .toSorted((a, b) => a.order - b.order)
  }
  if (isShared || holiday) {
    const order = Number.POSITIVE_INFINITY
    return [{ key: EVERYONE, name: null, color, isEveryone: true, order, isBirthday: birthday !== undefined }]
  }
  const owner = people.find(({ memberId }) => memberId === userId)
  if (owner !== undefined) return [ownerAs(owner, people, readOnly ? color : null)]
  return [{ key: memberKey(userId), name: ownerName, color, isEveryone: false, order: people.length + userId }]
}

/** Whom something is for that was drawn before it was known who lives here. */
export function drawnNow({ people: drawn, readOnly }: DrawnFor, people: readonly Person[]): EventPerson[] {
  const personOf = ({ key }: EventPerson) =>
    people.find(({ memberId }) => memberId !== null && memberKey(memberId) === key)
  return drawn.map((one) => {
    const person = personOf(one)
    return person === undefined ? one : ownerAs(person, people, readOnly ? one.color : null)
  })
}

/** Everybody of the household, by position. */
export const everybody = (people: readonly Person[]): EventPerson[] => people.map((person) => drawnAs(person, people))

/** Each once, by position. */
export const inOrder = (people: readonly EventPerson[]): EventPerson[] =>
  [...new Map(people.map((person) => [person.key, person])).values()].sort((a, b) => a.order - b.order)

/** `ownColor`: that of what is read from elsewhere. */
const ownerAs = (owner: Person, people: readonly Person[], ownColor: string | null): EventPerson => ({
  ...drawnAs(owner, people),
  ...(ownColor !== null && { color: ownColor }),
})

function drawnAs(person: Pick<Person, 'id' | 'name' | 'color'>, people: readonly Person[]): EventPerson {
  const { id, name, color } = person
  const place = people.findIndex((one) => one.id === id)
  return { key: personKey(id), name, color, isEveryone: false, order: place === -1 ? people.length + id : place }
}
