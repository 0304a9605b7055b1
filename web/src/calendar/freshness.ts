import { useReachable } from '../data/connection'
import { queries, useQuery } from '../data/queries'
import type { Freshness } from '../data/types'
import { useAfterFirstPaint } from '../lib/idle'
import { MINUTE } from '../lib/tz'

/** When the service last answered about the days on screen, null when never; and whether the latest request failed. */
export interface Answered {
  at: number | null
  isFailed: boolean
}

/** How old what is on screen is, at most. */
interface ScreenAge {
  /**
   * What is on screen is what the calendars held then; epoch milliseconds by this device's clock. Null: never, or at no
   * moment that a clock could have shown.
   */
  at: number | null
  /** Names of calendars that cannot be read at present: of these it is older. */
  failing: readonly string[]
  /** When the one of them was read that was read longest ago; null: none of them is known to have been. */
  failingAt: number | null
}

/** An upper bound of the age of what is on screen. */
export function useKnown(answered: Answered): ScreenAge {
  const { data, dataUpdatedAt } = useQuery(queries.freshness, { enabled: useAfterFirstPaint() })
  const now = Date.now()
  return data === undefined
    ? { at: momentOf(answered.at, now), failing: [], failingAt: null }
    : knownOf(data, dataUpdatedAt, answered, now)
}

/** `askedAt`: when `freshness` came, by this device's clock, which may differ from the service's; `here`: that clock now. */
export function knownOf({ now, calendars }: Freshness, askedAt: number, answered: Answered, here: number): ScreenAge {
  const failing = calendars.filter(({ isFailing }) => isFailing)
  const readable = calendars.filter(({ isFailing }) => !isFailing)
  const read = timesOf(readable.length > 0 ? readable : calendars)
  const age = Math.max(0, ...read.map((time) => Date.parse(now) - time))
  // The screen shows the last answer, however fresh the calendars are. While nothing fails, the streams bring changes.
  const isOlder = read.length === 0 || answered.at === null || answered.isFailed
  const oldest = Math.min(...timesOf(failing))
  return {
    at: momentOf(isOlder ? answered.at : askedAt - age, here),
    failing: failing.map(({ displayName }) => displayName),
    failingAt: momentOf(askedAt - (Date.parse(now) - oldest), here),
  }
}

const timesOf = (calendars: Freshness['calendars']) =>
  calendars.flatMap(({ lastSyncedAt }) => {
    const time = Date.parse(lastSyncedAt ?? '')
    return Number.isNaN(time) ? [] : time
  })

/** Nothing was read before there was anything to read, nor will be. */
const FIRST_MOMENT = Date.UTC(2020)
/** A clock that was set back a little is no reason to say nothing. */
const CLOCKS_DIFFER_MS = 5 * MINUTE

/** A moment that may be shown: one that has been. */
export function momentOf(at: number | null, now: number): number | null {
  if (at === null || !(at >= FIRST_MOMENT) || at > now + CLOCKS_DIFFER_MS) return null
  return Math.min(at, now)
}

/** As old as this, it is said. */
const OLD_AFTER_MS = 30 * MINUTE

/** The moment that is to be told of what is on screen; null as long as it is fresh, or no moment is known. */
export function useTold({ at, failingAt }: ScreenAge, { isFailed }: Answered): number | null {
  const isReachable = useReachable()
  if (failingAt !== null) return failingAt
  const isOld = at !== null && Date.now() - at > OLD_AFTER_MS
  return isOld || isFailed || !isReachable ? at : null
}

/** Names of the calendars that could not be read. */
export const failingOf = (calendars: Freshness['calendars']) =>
  calendars.filter(({ isFailing }) => isFailing).map(({ displayName }) => displayName)
