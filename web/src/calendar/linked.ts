import { useEffect } from 'preact/hooks'
import { navigate, usePlace } from '../router'
import type { Entry } from './entries'

/**
 * Opens the occurrence that the address names behind a `#`, by its uid and the epoch milliseconds of its start, as
 * reminders do; once it is known.
 */
export function useLinked(entries: readonly Entry[], open: (entry: Entry) => void): void {
  const place = usePlace()
  useEffect(() => {
    const link = linkOf(location.hash)
    const entry = link && entries.find(({ ref, start }) => `${ref.uid}:${Date.parse(start)}` === link)
    if (!entry) return
    navigate(location.pathname + location.search, { replace: true })
    open(entry)
  }, [place, entries])
}

function linkOf(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null
  } catch {
    return null
  }
}
