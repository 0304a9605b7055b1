import type { Timed } from '../lib/layout'
import type { Person } from '../ui/person'
import type { Drawn, SaveState } from './writes/overlay'

/** Whose event it is: a member's, or everyone's where it stands in the shared calendar. */
export interface EventPerson extends Person {
  key: string
}

/** One event at one time, however many calendars it was reached through. */
export interface Entry extends Timed {
  key: string
  uid: string
  title: string
  location: string | null
  isRecurring: boolean
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
  /** The calendar it is changed in; null while the server has not told yet. */
  calendarId: number | null
  calendarName: string
  people: EventPerson[]
  save: SaveState | null
}

const EVERYONE = 'everyone'

function personOf(one: Pick<Drawn, 'isShared' | 'userId' | 'ownerName' | 'color'>): EventPerson {
  return one.isShared
    ? { key: EVERYONE, name: null, color: one.color, isEveryone: true }
    : { key: `member-${one.userId}`, name: one.ownerName, color: one.color, isEveryone: false }
}

/**
 * Draws the same event once: occurrences with the same uid, start and title become one entry with all their people.
 * It is changed where everyone sees it, if it stands in the shared calendar, else in the calendar that came first.
 */
export function mergeEntries(drawn: readonly Drawn[]): Entry[] {
  const groups = Map.groupBy(drawn, (one) => JSON.stringify([one.uid, one.start, one.title]))
  return [...groups].map(([key, copies]) => mergeCopies(key, copies))
}

function mergeCopies(key: string, copies: Drawn[]): Entry {
  const main = copies.find((copy) => copy.isShared) ?? copies[0]!
  const people = new Map(copies.map(personOf).map((person) => [person.key, person]))
  return {
    key,
    uid: main.uid,
    title: main.title,
    allDay: main.allDay,
    start: main.start,
    end: main.end,
    location: main.location ?? copies.find((copy) => copy.location !== null)?.location ?? null,
    isRecurring: main.isRecurring,
    reminderLeadMinutes: main.reminderLeadMinutes,
    reminderIsCustom: main.reminderIsCustom,
    calendarId: main.calendarId,
    calendarName: main.calendarName,
    people: [...people.values()].sort(byPerson),
    save: copies.find((copy) => copy.save !== null)?.save ?? null,
  }
}

/** By member id, everyone last. */
function byPerson(a: EventPerson, b: EventPerson): number {
  return Number(a.isEveryone) - Number(b.isEveryone) || a.key.localeCompare(b.key, 'en', { numeric: true })
}

/** Everybody who appears in entries. */
export function peopleOf(entries: readonly Entry[]): EventPerson[] {
  const people = new Map(entries.flatMap((entry) => entry.people).map((person) => [person.key, person]))
  return [...people.values()].sort(byPerson)
}

/** What remains when some people are hidden: an entry goes only when all of its people are. */
export function withoutHidden(entries: readonly Entry[], hidden: ReadonlySet<string>): Entry[] {
  if (hidden.size === 0) return [...entries]
  return entries.filter((entry) => entry.people.some((person) => !hidden.has(person.key)))
}

/** Entries whose title, place or person holds every word of the query. */
export function search(entries: readonly Entry[], query: string, locale: string): Entry[] {
  const words = query.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries.filter((entry) => {
    const names = entry.people.map((person) => person.name ?? '')
    const text = [entry.title, entry.location ?? '', ...names].join(' ').toLocaleLowerCase(locale)
    return words.every((word) => text.includes(word))
  })
}
