import { hashKey } from '@tanstack/query-core'
import { useEffect, useMemo } from 'preact/hooks'
import { type Answer, known, pieceTogether } from '../calendar/coverage'
import type { CalendarData, Range } from '../calendar/data'
import { mergeEntries } from '../calendar/entries'
import { unsharedOf } from '../calendar/unshared'
import { everybody } from '../calendar/who'
import { drawnAs } from '../calendar/writes/drawn'
import { queryClient, useQuery } from '../data/queries'
import type { Occurrence, Person } from '../data/types'
import { useText } from '../i18n'
import { placeAll } from '../lib/layout'
import { dayOfIso, isoOfDay } from '../lib/tz'
import type { Screen } from './api'
import { displayQueries, EVENTS } from './queries'

const NOBODY_HIDDEN: ReadonlySet<string> = new Set()

/** The events of a range of days as a display shows them; until they are answered, what it knew of these days before. */
export function useDisplayCalendar(range: Range, { people, owners, timezone: zone }: Screen): CalendarData {
  const { busyTitle: busy, untitled } = useText().calendar
  const { first, days } = range
  const asked = displayQueries.events(isoOfDay(first), isoOfDay(first + days))
  const { data, isError, dataUpdatedAt, isFetching } = useQuery(asked)
  useEffect(() => forgetOthers(asked.queryKey), [first, days])
  const { occurrences, coverage } = useMemo(
    () =>
      data === undefined
        ? pieceTogether(range, loadedAnswers(), isFetching ? 'loading' : 'unknown', zone)
        : known(data, dataUpdatedAt),
    [data, dataUpdatedAt, isFetching, zone, first, days],
  )
  return useMemo(() => {
    const household = people.map((person, position): Person => ({ ...person, ...UNTOLD, position }))
    const entries = mergeEntries(drawnAs(occurrences), { people: household, busy, untitled })
    return {
      entries,
      placed: placeAll(entries, zone),
      people: everybody(household),
      hidden: NOBODY_HIDDEN,
      unshared: unsharedOf(people, owners),
      coverage,
      neverRead: null,
      isLoading: coverage.at === null && isFetching,
      isFailed: isError,
    }
  }, [occurrences, coverage, people, owners, busy, untitled, zone, isFetching, isError])
}

/** What a display is not told of a person. */
const UNTOLD = { birthday: null, managerIds: [], canManage: false }

function loadedAnswers(): Answer[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: EVENTS })
    .flatMap(({ queryKey, state }) => {
      const [first, end] = queryKey.slice(-2).map((iso) => dayOfIso(String(iso))) as [number, number]
      const { data, dataUpdatedAt: at } = state
      return data === undefined ? [] : { first, days: end - first, at, occurrences: data as Occurrence[] }
    })
}

/** A display runs for years: of the days that it has left behind it keeps a few questions, the newest. */
const MAX_KEPT = 6

function forgetOthers(current: readonly unknown[]): void {
  const cache = queryClient.getQueryCache()
  const others = cache.findAll({ queryKey: EVENTS }).filter(({ queryHash }) => queryHash !== hashKey(current))
  const old = others.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(MAX_KEPT)
  for (const query of old) if (query.getObserversCount() === 0) cache.remove(query)
}
