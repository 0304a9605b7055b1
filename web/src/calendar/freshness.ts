import { queries, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'
import { useAfterFirstPaint } from '../lib/idle'

/** When the service last answered about the days on screen, null when never; and whether the latest request failed. */
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

/** An upper bound of the age of what is on screen. */
export function useKnown(answered: Answered): Known {
  const { data, dataUpdatedAt } = useQuery(queries.freshness, { enabled: useAfterFirstPaint() })
  return data === undefined ? { at: answered.at, failing: [] } : knownOf(data, dataUpdatedAt, answered)
}

/** `askedAt`: when `freshness` came, by this device's clock, which may differ from the service's. */
export function knownOf({ now, calendars }: Freshness, askedAt: number, answered: Answered): Known {
  const readable = calendars.filter(({ isFailing }) => !isFailing)
  const times = (readable.length > 0 ? readable : calendars).flatMap(({ lastSyncedAt }) => lastSyncedAt ?? [])
  const age = Math.max(0, ...times.map((time) => Date.parse(now) - Date.parse(time)))
  // The screen shows the last answer, however fresh the calendars are. While nothing fails, the streams bring changes.
  const isOlder = times.length === 0 || answered.at === null || answered.isFailed
  return { at: isOlder ? answered.at : askedAt - age, failing: failingOf(calendars) }
}

/** Names of the calendars that could not be read. */
export const failingOf = (calendars: Freshness['calendars']) =>
  calendars.filter(({ isFailing }) => isFailing).map(({ displayName }) => displayName)
