import {
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverResult,
  type QueryStatus,
} from '@tanstack/query-core'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { MINUTE } from '../lib/tz'
import * as api from './api'
import { isReachable } from './connection'
import { ApiError } from './http'

const SECOND = 1_000

/** What the server said, kept in memory and on the device (`persist.ts`), refreshed by the live streams (`live.ts`). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30 * SECOND,
      // `forgetting.ts` does it: a timer would take away what was asked for ahead when there is no connection.
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: 'offlineFirst',
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTransient && isReachable(),
    },
  },
})

/** A request to the server and the key of its answer. */
export interface Query<T> {
  queryKey: QueryKey
  queryFn: () => Promise<T>
  staleTime?: number
  /** Milliseconds between two questions while the page is looked at. */
  refetchInterval?: number | ((query: { state: { data?: unknown; status: QueryStatus } }) => number | false)
}

const query = <T>(query: Query<T>): Query<T> => query

/** Queries of one kind; the family's own `queryKey` is the prefix of all of theirs. */
const family = <P extends unknown[], T>(name: string, ask: (...parameters: P) => Promise<T>) =>
  Object.assign((...parameters: P) => query({ queryKey: [name, ...parameters], queryFn: () => ask(...parameters) }), {
    queryKey: [name] as QueryKey,
  })

export const queries = {
  me: query({ queryKey: ['me'], queryFn: api.session.me, staleTime: 5 * MINUTE }),
  authMode: query({ queryKey: ['auth-mode'], queryFn: api.session.mode, staleTime: MINUTE }),
  setupStatus: query({ queryKey: ['setup-status'], queryFn: api.session.setupStatus }),
  /** Occurrences of the days from `start` up to and not with `end` (ISO dates, at most 90 days). */
  events: family('events', api.events.between),
  /** An event, or an occurrence, as a change of it begins. */
  event: family('event', api.events.read),
  /** Everybody whom an event can be for, by position. */
  people: query({ queryKey: ['people'], queryFn: api.people.all }),
  writableCalendars: query({
    queryKey: ['writable-calendars'],
    queryFn: api.events.writableCalendars,
    staleTime: 5 * MINUTE,
  }),
  freshness: query({ queryKey: ['freshness'], queryFn: api.events.freshness, refetchInterval: MINUTE }),
  lists: query({ queryKey: ['lists'], queryFn: api.lists.all }),
  items: family('items', api.lists.items),
}

/** Every answer for those who run the household stands under it. */
export const ADMIN_KEY: QueryKey = ['admin']

export interface QueryOptions {
  /** False: do not ask yet. */
  enabled?: boolean
  /** False: what failed for somebody else on the screen is not asked again at once. */
  retryOnMount?: boolean
}

/**
 * Asks the server and watches the answer. The result always belongs to the current key. Only a change of what is read of
 * it renders again, of anything where nothing is: read it while rendering.
 */
export function useQuery<T>(asked: Query<T>, options: QueryOptions = {}): QueryObserverResult<T> {
  const { enabled = true } = options
  const observed = queryClient.defaultQueryOptions<T>({ ...asked, ...options, _optimisticResults: 'optimistic' })
  const observer = useMemo(() => new QueryObserver<T>(queryClient, observed), [])
  const result = observer.getOptimisticResult(observed)
  const [, setResult] = useState(() => observer.getCurrentResult())
  useEffect(() => observer.setOptions(observed), [observed.queryHash, enabled])
  useEffect(() => {
    const unsubscribe = observer.subscribe(setResult)
    // An answer may have come between the render and this effect.
    observer.updateResult()
    setResult(observer.getCurrentResult())
    return unsubscribe
  }, [observer])
  return observer.trackResult(result)
}

/** Whether it was asked in vain, and has no earlier answer either. */
export function hasFailed({ queryKey }: Pick<Query<unknown>, 'queryKey'>): boolean {
  const state = queryClient.getQueryState(queryKey)
  return state?.status === 'error' && state.data === undefined
}

/** Marks answers as outdated: those on screen are asked again now, the others when they are next looked at. */
export function refresh(queryKey: QueryKey): void {
  void queryClient.invalidateQueries({ queryKey })
}

/** The same, and asks again at once for those that are not on screen: what must be at hand without a connection. */
export function refreshEverywhere(queryKey: QueryKey): void {
  void queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
}

/** Refreshes what a change is drawn in, however it went: one that has no answer may be done. @throws what it throws */
export async function refreshAfter<T>(changed: Promise<T>, ...kinds: readonly { queryKey: QueryKey }[]): Promise<T> {
  try {
    return await changed
  } finally {
    for (const { queryKey } of kinds) refresh(queryKey)
  }
}
