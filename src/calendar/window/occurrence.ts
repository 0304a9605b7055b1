import type { Occurrence } from '../ical/expand'
import { dayStart, type Zone } from '../ical/zone'

/** An occurrence without what it owes to its calendar. */
export interface CachedOccurrence {
  calendarId: number
  uid: string
  title: string
  location: string | null
  allDay: boolean
  /** UTC instant, or date. */
  start: string
  /** UTC instant, or date after the last day. */
  end: string
  /** For ordering: the start in epoch milliseconds, of an all-day event its midnight in the household. */
  startsAt: number
  isRecurring: boolean
  /** Of what is expanded: where its series starts, UTC instant or date; null for an event that happens once. */
  seriesStart: string | null
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
}

/** What every occurrence of an event has in common. */
type OfEvent = Pick<CachedOccurrence, 'calendarId' | 'uid' | 'seriesStart' | 'reminderLeadMinutes' | 'reminderIsCustom'>

/** An occurrence that was expanded. */
export function cachedOccurrence(event: OfEvent, occurrence: Occurrence, zone: Zone): CachedOccurrence {
  const { title, location, allDay, isRecurring } = occurrence
  const startText = new Date(occurrence.start).toISOString()
  const endText = new Date(occurrence.end).toISOString()
  const date = startText.slice(0, 10)
  return {
    calendarId: event.calendarId,
    uid: event.uid,
    title,
    location,
    allDay,
    start: allDay ? date : startText,
    end: allDay ? endText.slice(0, 10) : endText,
    startsAt: allDay ? dayStart(zone, date).getTime() : occurrence.start,
    isRecurring,
    seriesStart: event.seriesStart,
    reminderLeadMinutes: event.reminderLeadMinutes,
    reminderIsCustom: event.reminderIsCustom,
  }
}

/** The order of a window: start, then title. What is equal in both has a fixed order, too. */
export function byStartThenTitle(a: CachedOccurrence, b: CachedOccurrence): number {
  if (a.startsAt !== b.startsAt) return a.startsAt - b.startsAt
  if (a.title !== b.title) return a.title < b.title ? -1 : 1
  if (a.calendarId !== b.calendarId) return a.calendarId - b.calendarId
  return a.uid < b.uid ? -1 : 1
}

/** `2026-11-20 12:00:00.000`, as the database writes it → `2026-11-20T12:00:00.000Z`. */
export const isoInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11)}Z`

/** Two lists in that order as one. */
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
