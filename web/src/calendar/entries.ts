import type { Access, Occurrence, Person } from '../data/types'
import type { Timed } from '../lib/layout'
import type { EventRef } from './event-ref'
import { type EventPerson, inOrder, whoIs } from './who'
import type { Drawn, SaveState } from './writes/drawn'

/** One event at one time, however many calendars it was reached through. */
export interface Entry extends Timed {
  key: string
  /** Names the calendar it is changed in, too, once the server has told. */
  ref: EventRef
  title: string
  /** What it is called on screen. */
  label: string
  location: string | null
  isRecurring: boolean
  /** Where its series starts; null for an event that does not repeat. */
  seriesStart: string | null
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
  calendarName: string
  isShared: boolean
  /** The member whose calendar it is in. */
  userId: number
  ownerName: string | null
  /** The owner's, or that of all shared events. */
  color: string
  access: Access
  /** The persons it names; whom it is for even when it names none, `people` tells. */
  personIds: number[]
  people: EventPerson[]
  /** Nobody can change it here. */
  readOnly: boolean
  birthday?: Occurrence['birthday']
  save: SaveState | null
}

/** Whether an occurrence stands at another time than its series would have it. */
export const isMoved = ({ ref, start }: Entry): boolean => ref.recurrenceId !== null && ref.recurrenceId !== start

/** What the caller may not change: the event of somebody else, and what is read from elsewhere. */
export const isReadOnly = ({ access, readOnly }: Entry): boolean =>
  readOnly || access === 'household' || access === 'busy'

/** Whether the service says more of it than the calendar shows: of what others have opened, and of birthdays, it does not. */
export const isTold = ({ access, birthday }: Entry): boolean =>
  birthday === undefined && (access === 'own' || access === 'shared')

/** What a list of occurrences does not say of itself. */
export interface Household {
  people: readonly Person[]
  /** What stands in the place of a title that nobody is told. */
  busy: string
  /** What stands in the place of one that there is not. */
  untitled: string
}

/**
 * Draws the same event once: occurrences of several calendars with the same uid, start and title become one entry with all
 * their people. It is changed where everyone sees it, if it stands in the shared calendar, else in the calendar that came
 * first.
 */
export function mergeEntries(drawn: readonly Drawn[], household: Household): Entry[] {
  const seen: Record<string, number> = {}
  /** Of one calendar's those that were moved onto each other are two. */
  const keyOf = ({ ref, start, title }: Drawn) => {
    const event = [ref.uid, start, title]
    const inCalendar = JSON.stringify([ref.calendarId, event])
    seen[inCalendar] = (seen[inCalendar] ?? 0) + 1
    return JSON.stringify([...event, seen[inCalendar]])
  }
  return [...Map.groupBy(drawn, keyOf)].map(([key, copies]) => mergeCopies(key, copies, household))
}

function mergeCopies(key: string, copies: Drawn[], { people, busy, untitled }: Household): Entry {
  const main = copies.find((copy) => copy.isShared) ?? copies.find((copy) => accessOf(copy) === 'own') ?? copies[0]!
  const access = accessOf(main)
  const title = access === 'busy' ? busy : main.title
  return {
    ...main,
    key,
    title,
    label: labelOf(title, untitled),
    location: main.location ?? copies.find((copy) => copy.location !== null)?.location ?? null,
    access,
    personIds: main.personIds ?? [],
    readOnly: main.readOnly === true,
    people: inOrder(copies.flatMap((copy) => whoIs(copy, people))),
    save: copies.find((copy) => copy.save !== null)?.save ?? null,
  }
}

/** A title as it is shown: other applications write events without one. */
export const labelOf = (title: string, untitled: string): string => (title.trim() === '' ? untitled : title)

/** What is on its way to a calendar is in one that the caller writes to. */
const accessOf = ({ access, isShared }: Drawn): Access => access ?? (isShared ? 'shared' : 'own')

/** What remains when some people are hidden: an entry goes only when all of its people are. */
export function withoutHidden(entries: readonly Entry[], hidden: ReadonlySet<string>): Entry[] {
  if (hidden.size === 0) return [...entries]
  return entries.filter((entry) => entry.people.some((person) => !hidden.has(person.key)))
}
