import * as api from '../data/api'
import { queries, queryClient, refresh, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'

/** How often a refresh looks whether the calendars have been read, and how long it waits for them. */
const LOOK_EVERY_MS = 400
const LOOKS = 15
/** A calendar that could not be read before is given this long to be read again. */
const LOOKS_FOR_FAILING = 3

export interface Known {
  /** What is on screen is what the calendars held then; epoch milliseconds by this device's clock, 0 when never. */
  at: number
  /** Names of calendars that cannot be read at present: of these it is older. */
  failing: readonly string[]
}

/** How old what is on screen is at most. `answeredAt`: when the house last answered this device. */
export function useKnown(answeredAt: number): Known {
  const { data, dataUpdatedAt } = useQuery(queries.freshness)
  return data === undefined ? { at: answeredAt, failing: [] } : knownOf(data, dataUpdatedAt, answeredAt)
}

/** `askedAt`: when `freshness` came, by this device's clock, which may differ from the house's. */
export function knownOf({ now, calendars }: Freshness, askedAt: number, answeredAt: number): Known {
  const readable = calendars.filter(({ isFailing }) => !isFailing)
  const times = (readable.length > 0 ? readable : calendars).flatMap(({ lastSyncedAt }) => lastSyncedAt ?? [])
  const age = Math.max(0, ...times.map((time) => Date.parse(now) - Date.parse(time)))
  return { at: times.length === 0 ? answeredAt : askedAt - age, failing: failingOf(calendars) }
}

/**
 * Has the house read the member's own calendars now, waits for that, and asks what they hold. Returns the names of
 * those that could not be read. @throws ApiError
 */
export async function refreshCalendars(): Promise<readonly string[]> {
  const { now } = await api.events.freshness()
  await api.events.refresh()
  const { calendars } = await untilRead(now)
  await queryClient.invalidateQueries({ queryKey: ['events'] })
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

/** Whether there is nothing to wait for any more. */
export function isRead({ calendars }: Freshness, since: string, look: number): boolean {
  return calendars
    .filter(({ isOwn }) => isOwn)
    .every(({ lastSyncedAt, isFailing }) =>
      isFailing ? look >= LOOKS_FOR_FAILING : lastSyncedAt !== null && lastSyncedAt >= since,
    )
}

const failingOf = (calendars: Freshness['calendars']) =>
  calendars.filter(({ isFailing }) => isFailing).map(({ displayName }) => displayName)
