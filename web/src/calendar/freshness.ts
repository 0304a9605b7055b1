import { queries, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'
import { useAfterFirstPaint } from '../lib/idle'

/** When the house last answered about the days on screen, null when never; and whether it was asked again in vain. */
export interface Answered {
  at: number | null
  isFailed: boolean
}

export interface Known {
  /** What is on screen is what the calendars held then; epoch milliseconds by this device's clock, null when never. */
  at: number | null
  /** Names of calendars that cannot be read at present: of these it is older. */
  failing: readonly string[]
}

/** How old what is on screen is at most. */
export function useKnown(answered: Answered): Known {
  const { data, dataUpdatedAt } = useQuery(queries.freshness, { enabled: useAfterFirstPaint() })
  return data === undefined ? { at: answered.at, failing: [] } : knownOf(data, dataUpdatedAt, answered)
}

/** `askedAt`: when `freshness` came, by this device's clock, which may differ from the house's. */
export function knownOf({ now, calendars }: Freshness, askedAt: number, answered: Answered): Known {
  const readable = calendars.filter(({ isFailing }) => !isFailing)
  const times = (readable.length > 0 ? readable : calendars).flatMap(({ lastSyncedAt }) => lastSyncedAt ?? [])
  const age = Math.max(0, ...times.map((time) => Date.parse(now) - Date.parse(time)))
  // Whatever the calendars hold, on screen is what was answered; while all goes well, changes come by themselves.
  const isOlder = times.length === 0 || answered.at === null || answered.isFailed
  return { at: isOlder ? answered.at : askedAt - age, failing: failingOf(calendars) }
}

/** Names of the calendars that could not be read. */
export const failingOf = (calendars: Freshness['calendars']) =>
  calendars.filter(({ isFailing }) => isFailing).map(({ displayName }) => displayName)
