import { DAY } from '../ical/civil'
import type { Occurrence } from '../ical/expand'
import { momentText } from '../ical/times'
import { dayStart, type Zone } from '../ical/zone'

/** An occurrence without colour, owner and name of its calendar. */
export interface CachedOccurrence {
  calendarId: number
  uid: string
  title: string
  location: string | null
  /** As people read them; an override has its own. */
  categories: readonly string[]
  allDay: boolean
  /** UTC instant, or date. */
  start: string
  /** UTC instant, or date after the last day. */
  end: string
  /** For sorting: epoch milliseconds of the start; all-day: of its midnight in the household's zone. */
  startsAt: number
  isRecurring: boolean
  /** Original start of the instance, UTC instant or date; null for an event that does not repeat. */
  recurrenceId: string | null
  /** It takes up nobody's time; an override says so for itself. */
  isTransparent: boolean
  /** Whoever wrote it keeps it to themselves; of a series all occurrences as soon as one is. */
  isPrivate: boolean
  /** Start of the series, UTC instant or date; null for an event that happens once. */
  seriesStart: string | null
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
  /** Whose it is, where it is a birthday; 0 on the day of birth, null where the year of birth is not known. */
  birthday?: { name: string; age: number | null }
}

/** Fields that all occurrences of an event share. */
type OfEvent = Pick<
  CachedOccurrence,
  'calendarId' | 'uid' | 'seriesStart' | 'isPrivate' | 'reminderLeadMinutes' | 'reminderIsCustom'
>

/** An occurrence of a cached event, with its times as texts. */
export function cachedOccurrence(event: OfEvent, occurrence: Occurrence, zone: Zone): CachedOccurrence {
  const { title, location, categories, allDay, isRecurring, recurrenceId, isMoved, isTransparent } = occurrence
  // Most instances start where they are named.
  const start = recurrenceId === null || isMoved ? momentText(occurrence.start / 1000, allDay) : recurrenceId
  return {
    calendarId: event.calendarId,
    uid: event.uid,
    title,
    location,
    categories,
    allDay,
    start,
    end: momentText(occurrence.end / 1000, allDay),
    startsAt: instantIn(zone, occurrence.start, allDay),
    isRecurring,
    recurrenceId,
    isTransparent,
    isPrivate: event.isPrivate,
    seriesStart: event.seriesStart,
    reminderLeadMinutes: event.reminderLeadMinutes,
    reminderIsCustom: event.reminderIsCustom,
  }
}

/** When an occurrence starts or ends, epoch milliseconds; an all-day one where its day begins in the zone. */
export const instantIn = (zone: Zone, moment: number, allDay: boolean): number =>
  allDay ? dayStart(zone, moment / 1000 / DAY).getTime() : moment

/** What the place of an occurrence in its window depends on. */
type Placed = Pick<CachedOccurrence, 'startsAt' | 'title' | 'calendarId' | 'uid'>

/** Sorts a window by start, then title; calendar and uid make the order total. */
export function byStartThenTitle(a: Placed, b: Placed): number {
  if (a.startsAt !== b.startsAt) return a.startsAt - b.startsAt
  if (a.title !== b.title) return a.title < b.title ? -1 : 1
  if (a.calendarId !== b.calendarId) return a.calendarId - b.calendarId
  return a.uid < b.uid ? -1 : 1
}

/** `2026-11-20 12:00:00.000`, as the database writes it → `2026-11-20T12:00:00.000Z`. */
export const isoInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11)}Z`

/** Merges two lists in that order. */
export function merged(one: readonly CachedOccurrence[], other: readonly CachedOccurrence[]): CachedOccurrence[] {
  const all: CachedOccurrence[] = []
  let next = 0
  for (const occurrence of one) {
    while (next < other.length && byStartThenTitle(other[next]!, occurrence) < 0) all.push(other[next++]!)
    all.push(occurrence)
  }
  while (next < other.length) all.push(other[next++]!)
  return all
}
