import type { PlacedEntry } from './data'
import type { EventPerson } from './who'

/** What one person has on a day. */
export interface PersonDay {
  person: EventPerson
  events: PlacedEntry[]
}

/** A day, person by person. */
interface DayByPerson {
  /** By position, each with everything that is for them; who has nothing has a column, too, as long as there is room. */
  columns: PersonDay[]
  /** What is for nobody in particular, and so for everybody. */
  everyone: PlacedEntry[]
  /** Who has nothing, and no column either. */
  quiet: EventPerson[]
}

export interface Shown {
  /** Everybody of the household, by position. */
  people: readonly EventPerson[]
  /** The keys of those who are not shown. */
  hidden: ReadonlySet<string>
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Who has what of a day's events. An event of several persons is each one's.
 *
 * @param most columns that there is room for: where there are more persons, those who have nothing go without
 * @param occupied the keys of those who have something to do beside events
 */
export function dayByPerson(
  events: readonly PlacedEntry[],
  { people, hidden }: Shown,
  most: number,
  occupied: ReadonlySet<string> = NOBODY,
): DayByPerson {
  const eventsOf = new Map<string, PersonDay>()
  const add = (person: EventPerson) => {
    const one = eventsOf.get(person.key) ?? { person, events: [] }
    if (!person.isEveryone && !hidden.has(person.key)) eventsOf.set(person.key, one)
    return one.events
  }
  people.forEach(add)
  for (const event of events) {
    for (const person of event.item.people) add(person).push(event)
  }
  const all = [...eventsOf.values()].sort((a, b) => a.person.order - b.person.order)
  const isBusy = ({ person, events }: PersonDay) => events.length > 0 || occupied.has(person.key)
  const columns = all.length > most ? all.filter(isBusy) : all
  return {
    columns,
    everyone: events.filter(({ item }) => item.people.some(({ isEveryone }) => isEveryone)),
    quiet: all.filter((one) => !columns.includes(one)).map(({ person }) => person),
  }
}
