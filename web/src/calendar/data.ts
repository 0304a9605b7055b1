import { useEffect, useMemo } from 'preact/hooks'
import { usePeople } from '../data/people'
import { type QueryOptions, queries, queryClient, useQuery } from '../data/queries'
import { memberId, useZone } from '../data/session'
import type { Occurrence } from '../data/types'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { runWhenIdle } from '../lib/idle'
import { addMonths, monthGridStart, monthStart, type Placed, placeAll } from '../lib/layout'
import { useStore } from '../lib/store'
import { dayOfIso, isoOfDay } from '../lib/tz'
import { type Answer, type Coverage, incomplete, known, pieceTogether, stretches } from './coverage'
import { type Entry, type Household, mergeEntries, withoutHidden } from './entries'
import { useHidden } from './hidden'
import { type NeverRead, useNeverRead } from './never-read'
import { type Unshared, useUnshared } from './unshared'
import { type EventPerson, everybody, personKey } from './who'
import type { Range } from './writes/repeat'
import { drawing, useWrites } from './writes/waiting'
import type { Write } from './writes/write'

export type PlacedEntry = Placed<Entry>

/** As the API is asked for it: at most 90 days. */
export type { Range } from './writes/repeat'

/** Six weeks: what a month can touch, and enough for every week and day in it. */
const GRID_DAYS = 42

/** The days that the grid of a month shows. */
export const monthRange = (day: number, firstWeekday: number): Range => ({
  first: monthGridStart(day, firstWeekday),
  days: GRID_DAYS,
})

const questionOf = ({ first, days }: Range) => queries.events(isoOfDay(first), isoOfDay(first + days))

export interface CalendarData {
  /** Every event of the range in the household's time, with the writes that are on their way; nobody hidden. */
  entries: Entry[]
  /** The same, placed, without the people who are hidden on this device. */
  placed: PlacedEntry[]
  /** Everybody of the household, by position; nobody until that is known. */
  people: readonly EventPerson[]
  /** The keys of the people who are hidden. */
  hidden: ReadonlySet<string>
  /** Of whom nothing says that they have nothing planned. */
  unshared: Unshared
  /** Of which days anything is known, and since when. Nothing else says that a day is empty. */
  coverage: Coverage
  /** What is in no answer yet. */
  neverRead: NeverRead | null
  /** True until the first answer of all, be it a refusal, whether it comes from the server or from the device. */
  isLoading: boolean
  /** The last question failed; what is drawn is older. */
  isFailed: boolean
}

/** The events of a range of days; until it is answered, what the answers about other ranges say of them. */
export function useCalendar(range: Range, options?: QueryOptions): CalendarData {
  const zone = useZone()
  const writes = useWrites()
  const household = useHousehold()
  const hidden = useHidden()
  const neverRead = useNeverRead()
  const unshared = useUnshared(household.people)
  const { data, isError, dataUpdatedAt, isFetched, isFetching } = useQuery(questionOf(range), options)
  const { occurrences, coverage: answered } = useMemo(
    () =>
      data === undefined
        ? pieceTogether(range, loadedAnswers(), isFetching ? 'loading' : 'unknown', zone)
        : known(data, dataUpdatedAt),
    [data, dataUpdatedAt, isFetching, zone, range.first, range.days],
  )
  const coverage = useMemo(
    () => (neverRead === null ? answered : incomplete(answered, neverRead.hasFailed ? 'unknown' : 'loading')),
    [answered, neverRead],
  )
  const entries = useMemo(
    () => entriesOf(occurrences, writes, zone, range, household),
    [occurrences, writes, zone, range.first, range.days, household],
  )
  const placed = useMemo(() => placedOf(entries, hidden, zone), [entries, hidden, zone])
  const people = useMemo(() => everybody(household.people), [household.people])
  const isLoading = coverage.at === null && isFetching && !isFetched && loadedAnswers().length === 0
  return useMemo(
    () => ({ entries, placed, people, hidden, unshared, coverage, neverRead, isLoading, isFailed: isError }),
    [entries, placed, people, hidden, unshared, coverage, neverRead, isLoading, isError],
  )
}

/**
 * The events of today and tomorrow: what is on screen where that holds them, without a question of its
 * own, else those of today's month.
 */
export function useCalendarOfToday(onScreen: Range, today: number): CalendarData {
  const { firstWeekday } = useFormats()
  const isOnScreen = onScreen.first <= today && today + 1 < onScreen.first + onScreen.days
  return useCalendar(isOnScreen ? onScreen : monthRange(today, firstWeekday), { enabled: !isOnScreen })
}

/** Who the events are for, and in what words; the same object as long as both are the same. */
export function useHousehold(): Household {
  const people = usePeople()
  const { busyTitle: busy, untitled } = useText().calendar
  return useMemo(() => ({ people, busy, untitled }), [people, busy, untitled])
}

interface Merged {
  writes: readonly Write[]
  zone: string
  range: Range
  household: Household
  entries: Entry[]
}

/** Merged entries by their answer, for views that come back. */
const merged = new WeakMap<readonly Occurrence[], Merged>()

function entriesOf(
  occurrences: readonly Occurrence[],
  writes: readonly Write[],
  zone: string,
  range: Range,
  household: Household,
): Entry[] {
  const known = merged.get(occurrences)
  const { first, days } = known?.range ?? {}
  const isSameRange = first === range.first && days === range.days
  if (isSameRange && known?.writes === writes && known.zone === zone && isSame(known.household, household))
    return known.entries
  const entries = mergeEntries(drawing.get().overlay(occurrences, writes, zone, range), household)
  merged.set(occurrences, { writes, zone, range, household, entries })
  return entries
}

const isSame = (a: Household, b: Household): boolean => a.people === b.people && a.busy === b.busy

interface PlacedFor {
  hidden: ReadonlySet<string>
  zone: string
  placed: PlacedEntry[]
}

/** The same array for the same entries, so that a view that comes back does not render again. */
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
      if (isHere) await queryClient.prefetchQuery(questionOf(monthRange(addMonths(day, months), firstWeekday)))
    }
    runWhenIdle([fetchMonth(1), fetchMonth(-1)])
    return () => {
      isHere = false
    }
  }, [monthStart(day), firstWeekday])
}

/** All cached answers about events. */
export function loadedAnswers(): Answer[] {
  const asked = queryClient.getQueryCache().findAll({ queryKey: queries.events.queryKey })
  return asked.flatMap(({ queryKey: [, from, to], state }) => {
    const first = dayOfIso(String(from))
    const days = dayOfIso(String(to)) - first
    return state.data === undefined
      ? []
      : { first, days, at: state.dataUpdatedAt, occurrences: state.data as Occurrence[] }
  })
}

/** Everything that is cached on this device. */
export interface Loaded {
  occurrences: readonly Occurrence[]
  /** The days that are known. */
  stretches: Range[]
  /** From the first of them to the last. */
  range: Range
}

/** All days that the client holds answers of, with their gaps. */
export function everythingLoaded(zone: string): Loaded {
  const answers = loadedAnswers()
  const joined = stretches(answers)
  const first = joined[0]?.first ?? 0
  const last = joined.at(-1) ?? { first, days: 0 }
  const range = { first, days: last.first + last.days - first }
  return { occurrences: pieceTogether(range, answers, 'unknown', zone).occurrences, stretches: joined, range }
}

/** The key of the caller's own person; null until that is known. */
export function useOwnKey(): string | null {
  const member = useStore(memberId)
  const own = usePeople().find((person) => person.memberId === member)
  return own === undefined ? null : personKey(own.id)
}
