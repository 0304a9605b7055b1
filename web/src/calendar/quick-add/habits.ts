import { useMemo } from 'preact/hooks'
import { placeAll } from '../../lib/layout'
import { toWall } from '../../lib/tz'
import { everythingLoaded, useHousehold } from '../data'
import { isReadOnly, mergeEntries } from '../entries'
import { suggestedStart, usualLength } from '../suggested-times'
import { withUsualReminder } from '../usual-reminder'
import { overlay } from '../writes/overlay'
import { currentWrites } from '../writes/waiting'
import type { Habits } from './line'

interface OwnHabits extends Habits {
  /** When an event of that day would start. */
  startOn: (day: number) => number
}

/** As the line was opened: what it suggests does not change under somebody's hands. */
export function useHabits(zone: string): OwnHabits {
  const household = useHousehold()
  return useMemo(() => {
    const { occurrences, range } = everythingLoaded(zone)
    const known = mergeEntries(overlay(occurrences, currentWrites(), zone, range), household)
    const own = known.filter((entry) => !isReadOnly(entry))
    const taken = placeAll(own, zone).filter(({ isBar }) => !isBar)
    const now = Date.now()
    return {
      zone,
      lengthOf: (title) => usualLength(title, own, now),
      startOn: (day) => suggestedStart(day, toWall(now, zone), taken, zone),
      remind: withUsualReminder,
    }
  }, [])
}
