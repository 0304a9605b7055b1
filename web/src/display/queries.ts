import { hashKey } from '@tanstack/query-core'
import { type Query, queryClient, refresh } from '../data/queries'
import type { Item } from '../data/types'
import { MINUTE } from '../lib/tz'
import * as api from './api'

/** Every answer of a display stands under it. */
const DISPLAY = 'display'

/** Asked beside the stream: nobody would notice that a wall's stream has died. */
const WATCHED_MS = 5 * MINUTE
/** Where an answer was refused: nobody stands there to ask again. */
const REFUSED_MS = MINUTE / 2

const query = <T>(...[key, queryFn]: [unknown[], () => Promise<T>]): Query<T> => ({
  queryKey: [DISPLAY, ...key],
  queryFn,
  refetchInterval: ({ state }) => (state.status === 'error' ? REFUSED_MS : WATCHED_MS),
})

export const displayQueries = {
  screen: query(['screen'], api.readScreen),
  /** Occurrences of the days from `start` up to and not with `end`, ISO dates. */
  events: (start: string, end: string) => query(['events', start, end], () => api.readEvents(start, end)),
  items: (listId: number) => query<Item[]>(['items', listId], () => api.readItems(listId)),
}

export const EVENTS = [DISPLAY, 'events']
const ITEMS = [DISPLAY, 'items']

/** Asks for what is in the lists. */
export const refreshItems = (): void => refresh(ITEMS)

/** Marks everything as outdated. */
export const refreshDisplay = (): void => refresh([DISPLAY])

/** Asks anew who this device is. @throws ApiError */
export async function askWhoItIs(): Promise<void> {
  await queryClient.fetchQuery({ ...displayQueries.screen, staleTime: 0 })
}

/** Drops every answer, but not that the device is no display. */
export function dropAnswers(): void {
  const { queryKey } = displayQueries.screen
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ queryKey: [DISPLAY] })) {
    // Whoever watches a query that is removed hears nothing of its successor.
    if (query.queryHash === hashKey(queryKey)) query.setState({ data: undefined })
    else cache.remove(query)
  }
}
