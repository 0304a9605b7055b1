import type { Timed } from '../lib/layout'
import type { Person } from '../ui/person'
import type { EventRef } from './event-ref'
import type { Drawn, SaveState } from './writes/drawn'

/** Whose event it is: a member's, or everyone's where it stands in the shared calendar. */
export interface EventPerson extends Person {
  key: string
  /** The member; for everyone, whose calendar it is. */
  userId: number
}

/** One event at one time, however many calendars it was reached through. */
export interface Entry extends Timed {
  key: string
  /** Names the calendar it is changed in, too, once the server has told. */
  ref: EventRef
  title: string
  location: string | null
  isRecurring: boolean
  /** Where its series starts; null for an event that does not repeat. */
  seriesStart: string | null
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
  calendarName: string
  people: EventPerson[]
  save: SaveState | null
}

/** Whether an occurrence stands at another time than its series would have it. */
export const isMoved = ({ ref, start }: Entry): boolean => ref.recurrenceId !== null && ref.recurrenceId !== start

const EVERYONE = 'everyone'

export function personOf(one: Pick<Drawn, 'isShared' | 'userId' | 'ownerName' | 'color'>): EventPerson {
  const { userId, color } = one
  return one.isShared
    ? { key: EVERYONE, name: null, color, isEveryone: true, userId }
    : { key: `member-${userId}`, name: one.ownerName, color, isEveryone: false, userId }
}

/**
 * Draws the same event once: occurrences with the same uid, start and title become one entry with all their people.
 * It is changed where everyone sees it, if it stands in the shared calendar, else in the calendar that came first.
 */
export function mergeEntries(drawn: readonly Drawn[]): Entry[] {
  const groups = Map.groupBy(drawn, (one) => JSON.stringify([one.ref.uid, one.start, one.title]))
  return [...groups].map(([key, copies]) => mergeCopies(key, copies))
}

function mergeCopies(key: string, copies: Drawn[]): Entry {
  const main = copies.find((copy) => copy.isShared) ?? copies[0]!
  const people = new Map(copies.map(personOf).map((person) => [person.key, person]))
  return {
    key,
    ref: main.ref,
    title: main.title,
    allDay: main.allDay,
    start: main.start,
    end: main.end,
    location: main.location ?? copies.find((copy) => copy.location !== null)?.location ?? null,
    isRecurring: main.isRecurring,
    seriesStart: main.seriesStart,
    reminderLeadMinutes: main.reminderLeadMinutes,
    reminderIsCustom: main.reminderIsCustom,
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
