import { useEffect, useMemo, useState } from 'preact/hooks'
import { queries, queryClient } from '../../data/queries'
import { useZone } from '../../data/session'
import { everythingLoaded, useHousehold } from '../data'
import { type Entry, mergeEntries } from '../entries'
import { overlay } from '../writes/overlay'
import type { Range } from '../writes/repeat'
import { useWrites } from '../writes/waiting'

/** Every event that this device knows of, and the days it has asked about; follows what is loaded meanwhile. */
export function useLoaded(): { entries: Entry[]; stretches: Range[] } {
  const zone = useZone()
  const writes = useWrites()
  const household = useHousehold()
  const [answers, setAnswers] = useState(0)
  useEffect(() => {
    const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === 'events') setAnswers((count) => count + 1)
    })
    // What was loaded for another view may have changed since.
    void queryClient.refetchQueries({ queryKey: queries.events.queryKey, type: 'inactive', stale: true })
    return stop
  }, [])
  const loaded = useMemo(() => everythingLoaded(zone), [zone, answers])
  const entries = useMemo(
    () => mergeEntries(overlay(loaded.occurrences, writes, zone, loaded.range), household),
    [loaded, writes, zone, household],
  )
  return { entries, stretches: loaded.stretches }
}
