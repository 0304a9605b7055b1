import * as api from '../data/api'
import { queries, queryClient, refresh } from '../data/queries'
import type { Freshness } from '../data/types'
import { failingOf } from './freshness'

/** How often a refresh looks whether the calendars have been read, and how long it waits for them. */
const LOOK_EVERY_MS = 400
const LOOKS = 15
/** A calendar that could not be read before is given this long to be read again. */
const LOOKS_FOR_FAILING = 3

/**
 * Has the service read the member's own calendars now, waits for that, and asks what they hold. Returns the names of
 * those that could not be read. @throws ApiError
 */
export async function refreshCalendars(): Promise<readonly string[]> {
  const { now } = await api.events.freshness()
  await api.events.refresh()
  const { calendars } = await untilRead(now)
  await queryClient.invalidateQueries({ queryKey: queries.events.queryKey })
  refresh(queries.writableCalendars.queryKey)
  return failingOf(calendars)
}

async function untilRead(since: string): Promise<Freshness> {
  for (let look = 1; ; look++) {
    const freshness = await queryClient.fetchQuery({ ...queries.freshness, staleTime: 0 })
    if (look === LOOKS || isRead(freshness, since, look)) return freshness
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** True when every calendar was read, or has had its time. */
export function isRead({ calendars }: Freshness, since: string, look: number): boolean {
  return calendars
    .filter(({ isOwn }) => isOwn)
    .every(({ lastSyncedAt, isFailing }) =>
      isFailing ? look >= LOOKS_FOR_FAILING : lastSyncedAt !== null && lastSyncedAt >= since,
    )
}
