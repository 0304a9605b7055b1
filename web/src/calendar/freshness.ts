import { queries, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'
import { useRest } from '../lib/rest'

export interface Known {
  /** What is on screen is what the calendars held then; epoch milliseconds by this device's clock, 0 when never. */
  at: number
  /** Names of calendars that cannot be read at present: of these it is older. */
  failing: readonly string[]
}

/** How old what is on screen is at most. `answeredAt`: when the house last answered this device. */
export function useKnown(answeredAt: number): Known {
  const { data, dataUpdatedAt } = useQuery(queries.freshness, { enabled: useRest() })
  return data === undefined ? { at: answeredAt, failing: [] } : knownOf(data, dataUpdatedAt, answeredAt)
}

/** `askedAt`: when `freshness` came, by this device's clock, which may differ from the house's. */
export function knownOf({ now, calendars }: Freshness, askedAt: number, answeredAt: number): Known {
  const readable = calendars.filter(({ isFailing }) => !isFailing)
  const times = (readable.length > 0 ? readable : calendars).flatMap(({ lastSyncedAt }) => lastSyncedAt ?? [])
  const age = Math.max(0, ...times.map((time) => Date.parse(now) - Date.parse(time)))
  return { at: times.length === 0 ? answeredAt : askedAt - age, failing: failingOf(calendars) }
}

/** Names of the calendars that could not be read. */
export const failingOf = (calendars: Freshness['calendars']) =>
  calendars.filter(({ isFailing }) => isFailing).map(({ displayName }) => displayName)
