import { TimeSlice } from '../../platform/time-slice'
import { Allowance, CUT_SHORT, type Prepared } from '../ical/expand'
import type { WindowReader } from '../window/reader'
import { type Nearest, nearestOccurrence } from './next-occurrence'
import type { Place, Range } from './places'

interface Known {
  /** When it was looked for; it holds from then until the occurrence is over. */
  at: number
  nearest: Nearest
}

/** The nearest occurrences of series without a range, as long as they are cached and stay the nearest. */
const known = new WeakMap<Prepared, Known>()

/** Series by the ids of their events, each with its nearest occurrence in the range. */
export async function findSeries(
  window: WindowReader,
  ids: readonly number[],
  { range, now }: { range: Range; now: number },
): Promise<Place[]> {
  const { series, zone } = await window.series(ids)
  const isEverything = range.from === Number.NEGATIVE_INFINITY && range.to === Number.POSITIVE_INFINITY
  const allowance = new Allowance()
  const slice = new TimeSlice()
  const places: Place[] = []
  for (const one of series) {
    await slice.giveWay()
    const earlier = isEverything ? known.get(one.prepared) : undefined
    const isKnown = earlier !== undefined && holds(earlier, now)
    let isCut = false
    const note = (problem: string) => {
      isCut ||= problem === CUT_SHORT
    }
    const nearest = isKnown ? earlier.nearest : nearestOccurrence(one, range, { now, zone, allowance, note })
    if (nearest === null) continue
    // Another search may have more to spend.
    if (isEverything && !isKnown && !isCut) known.set(one.prepared, { at: now, nearest })
    const { occurrence, isComing } = nearest
    places.push({ isComing, startsAt: occurrence.startsAt, id: one.id, occurrence })
  }
  return places
}

const holds = ({ at, nearest }: Known, now: number) => at <= now && (!nearest.isComing || now < nearest.endsAt)
