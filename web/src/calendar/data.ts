import { useEffect, useMemo } from 'preact/hooks'
import { queries, queryClient, useQuery } from '../data/queries'
import { useZone } from '../data/session'
import type { Occurrence } from '../data/types'
import { addMonths, monthGridStart, monthStart, type Placed, placeAll } from '../lib/layout'
import { oneByOne } from '../lib/rest'
import { createStore, useStore } from '../lib/store'
import { dayOfIso, isoOfDay } from '../lib/tz'
import { type Entry, mergeEntries, withoutHidden } from './entries'
import { overlay } from './writes/overlay'
import type { Range } from './writes/repeat'
import { useWrites } from './writes/store'
import type { Write } from './writes/write'

export type PlacedEntry = Placed<Entry>

/** As the API is asked for it: at most 90 days. */
export type { Range } from './writes/repeat'

/** Six weeks: what a month can touch, and enough for every week and day in it. */
const GRID_DAYS = 42
const AGENDA_DAYS = 84

export const monthRange = (day: number, firstWeekday: number): Range => ({
  first: monthGridStart(day, firstWeekday),
  days: GRID_DAYS,
})

export const agendaRange = (day: number, firstWeekday: number): Range => ({
  first: monthGridStart(day, firstWeekday),
  days: AGENDA_DAYS,
})

const question = ({ first, days }: Range) => queries.events(isoOfDay(first), isoOfDay(first + days))

export interface CalendarData {
  /** Every event of the range in the household's time, with the writes that are on their way; nobody hidden. */
  entries: Entry[]
  /** The same, placed, without the people who are hidden on this device. */
  placed: PlacedEntry[]
  /** True until there is anything to draw, from the server or from the device. */
  isLoading: boolean
  /** The last question failed; what is drawn is older. */
  isFailed: boolean
  /** When the server last answered, epoch milliseconds; 0 when never. */
  updatedAt: number
}

/** The events of a range of days. */
export function useCalendar(range: Range): CalendarData {
  const zone = useZone()
  const writes = useWrites()
  const hidden = useHidden()
  const { data, isError, dataUpdatedAt, isPending } = useQuery(question(range), { keepPrevious: true })
  const entries = useMemo(
    () => entriesOf(data ?? NOTHING, writes, zone, range),
    [data, writes, zone, range.first, range.days],
  )
  const placed = useMemo(() => placedOf(entries, hidden, zone), [entries, hidden, zone])
  return useMemo(
    () => ({ entries, placed, isLoading: isPending, isFailed: isError, updatedAt: dataUpdatedAt }),
    [entries, placed, isPending, isError, dataUpdatedAt],
  )
}

const NOTHING: readonly Occurrence[] = []

interface Merged {
  writes: readonly Write[]
  zone: string
  range: Range
  entries: Entry[]
}

/** Going back to a view that was on screen before need not merge anew. */
const merged = new WeakMap<readonly Occurrence[], Merged>()

function entriesOf(occurrences: readonly Occurrence[], writes: readonly Write[], zone: string, range: Range): Entry[] {
  const known = merged.get(occurrences)
  const { first, days } = known?.range ?? {}
  const isSame = known?.writes === writes && known.zone === zone && first === range.first && days === range.days
  if (isSame) return known.entries
  const entries = mergeEntries(overlay(occurrences, writes, zone, range))
  merged.set(occurrences, { writes, zone, range, entries })
  return entries
}

interface PlacedFor {
  hidden: ReadonlySet<string>
  zone: string
  placed: PlacedEntry[]
}

/** The very same array for the same entries: a view that comes back finds that nothing has changed. */
const placedFor = new WeakMap<Entry[], PlacedFor>()

function placedOf(entries: Entry[], hidden: ReadonlySet<string>, zone: string): PlacedEntry[] {
  const known = placedFor.get(entries)
  if (known?.hidden === hidden && known.zone === zone) return known.placed
  const placed = placeAll(withoutHidden(entries, hidden), zone)
  placedFor.set(entries, { hidden, zone, placed })
  return placed
}

/** Fetches the months beside the one on screen, so that stepping shows them at once. */
export function useNeighbours(day: number, firstWeekday: number): void {
  useEffect(() => {
    let isHere = true
    const fetchMonth = (months: number) => async () => {
      if (isHere) await queryClient.prefetchQuery(question(monthRange(addMonths(day, months), firstWeekday)))
    }
    void oneByOne([fetchMonth(1), fetchMonth(-1)])
    return () => {
      isHere = false
    }
  }, [monthStart(day), firstWeekday])
}

/** Everything that any question about events was answered with, each occurrence once, and the days it spans. */
export function loadedOccurrences(): { occurrences: Occurrence[]; from: string; to: string; range: Range } | null {
  const answers = queryClient.getQueriesData<Occurrence[]>({ queryKey: ['events'] })
  const known = answers.filter(([, occurrences]) => occurrences !== undefined)
  if (known.length === 0) return null
  const all = known.flatMap(([, occurrences]) => occurrences ?? [])
  const unique = new Map(all.map((one) => [JSON.stringify([one.calendarId, one.uid, one.start]), one]))
  const from = known.map(([key]) => String(key[1])).sort()[0]!
  const to = known
    .map(([key]) => String(key[2]))
    .sort()
    .at(-1)!
  const first = dayOfIso(from)
  return { occurrences: [...unique.values()], from, to, range: { first, days: dayOfIso(to) - first } }
}

const HIDDEN = 'hidden-people'

/** The keys of the people whose events are not shown on this device. */
const hidden = createStore<ReadonlySet<string>>(readHidden())

export const useHidden = (): ReadonlySet<string> => useStore(hidden)

export function setHidden(keys: ReadonlySet<string>): void {
  hidden.set(keys)
  localStorage.setItem(HIDDEN, JSON.stringify([...keys]))
}

export function toggleHidden(key: string): void {
  const keys = new Set(hidden.get())
  if (!keys.delete(key)) keys.add(key)
  setHidden(keys)
}

function readHidden(): ReadonlySet<string> {
  try {
    return new Set<string>(JSON.parse(localStorage.getItem(HIDDEN) ?? '[]'))
  } catch {
    return new Set()
  }
}
