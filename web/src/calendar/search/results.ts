import type { SearchHit } from '../../data/types'
import { placeAll } from '../../lib/layout'
import type { PlacedEntry } from '../data'
import { type Entry, labelOf } from '../entries'
import { wholeEvent } from '../event-ref'
import { isIn } from './words'

/** Something found, and where it is known from. */
export interface Result {
  placed: PlacedEntry
  notes: string | null
  /** Its days are on this device. */
  isLoaded: boolean
}

const nameOf = ({ uid, start }: { uid: string; start: string }) => `${start} ${uid}`

/** Entries whose title, place, calendar or people have all that is sought. */
export function searchLoaded(entries: readonly Entry[], sought: readonly string[][]): Entry[] {
  if (sought.length === 0) return []
  return entries.filter(({ title, location, calendarName, people }) =>
    isIn([title, location ?? '', calendarName, ...people.map(({ name }) => name ?? '')].join(' '), sought),
  )
}

/** What the service found, with what is on its way to it, in the household's time. */
export function resultsOf(
  hits: readonly SearchHit[],
  entries: readonly Entry[],
  sought: readonly string[][],
  zone: string,
  untitled: string,
): Result[] {
  const loaded = new Map(entries.map((entry) => [nameOf({ uid: entry.ref.uid, start: entry.start }), entry]))
  const shown = new Map(hits.map((hit) => [nameOf(hit), hit]))
  // What stands in two calendars is one.
  const found = [...shown].map(([name, hit]) => loaded.get(name) ?? entryOf(hit, untitled))
  const unsent = searchLoaded(
    entries.filter(({ save, ref, start }) => save !== null && !shown.has(nameOf({ uid: ref.uid, start }))),
    sought,
  )
  return placeAll([...found, ...unsent], zone).map((placed) => {
    const name = nameOf({ uid: placed.item.ref.uid, start: placed.item.start })
    return { placed, notes: shown.get(name)?.notes ?? null, isLoaded: loaded.has(name) }
  })
}

/** What comes, the next first; what is over, the latest first. */
export function inOrder(results: readonly Result[], now: number): { coming: Result[]; over: Result[] } {
  const byStart = results.toSorted((a, b) => a.placed.startWall - b.placed.startWall)
  return {
    coming: byStart.filter(({ placed }) => placed.endWall > now),
    over: byStart.filter(({ placed }) => placed.endWall <= now).reverse(),
  }
}

/** An entry for what is not on this device: of whom it is for, the calendar is known alone. */
function entryOf(hit: SearchHit, untitled: string): Entry {
  const { uid, calendarId, calendarName, title, allDay, start, end, location, color, ownerName, isRecurring } = hit
  return {
    key: JSON.stringify([uid, start, title]),
    ref: wholeEvent(uid, calendarId),
    title,
    label: labelOf(title, untitled),
    allDay,
    start,
    end,
    location,
    isRecurring,
    seriesStart: null,
    reminderLeadMinutes: null,
    reminderIsCustom: false,
    calendarName,
    isShared: false,
    userId: 0,
    ownerName,
    color,
    access: 'own',
    personIds: [],
    readOnly: false,
    birthday: undefined,
    people: [{ key: calendarName, name: calendarName, color, isEveryone: false, order: 0 }],
    save: null,
  }
}
