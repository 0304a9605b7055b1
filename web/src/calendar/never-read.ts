import { useMemo } from 'preact/hooks'
import { queries, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'

/** Calendars of which nothing has ever been read: their names, and whether all that was tried has failed. */
export interface NeverRead {
  names: readonly string[]
  hasFailed: boolean
}

/** What is missing in every answer; null when that is nothing, as far as is known. */
export function useNeverRead(): NeverRead | null {
  // Asked by whoever tells how old things are.
  const { data } = useQuery(queries.freshness, { enabled: false })
  return useMemo(() => (data === undefined ? null : neverReadOf(data)), [data])
}

/** Null when every calendar was read. */
export function neverReadOf({ calendars }: Freshness): NeverRead | null {
  const missing = calendars.filter(({ lastSyncedAt }) => lastSyncedAt === null)
  if (missing.length === 0) return null
  return {
    names: missing.map(({ displayName }) => displayName),
    hasFailed: missing.every(({ isFailing }) => isFailing),
  }
}
