import { MINUTE } from '../../lib/tz'
import { REST } from './order'

/** An item that was ticked here. */
export interface Tick {
  key: string
  section: string
  /** Epoch milliseconds. */
  at: number
}

/** What a device knows of the way through one list's shop. */
export interface Way {
  /** Sections as they were walked through; empty until something is learned. */
  order: readonly string[]
  /** Of the trip that is under way, the oldest first. */
  ticks: readonly Tick[]
}

export const UNKNOWN_WAY: Way = { order: [], ticks: [] }

/** Whoever has ticked nothing for so long has left the shop. */
export const TRIP_OVER_MS = 30 * MINUTE
/** How far a section moves after one trip: a forgotten butter turns nothing upside down. */
const MAX_PLACES = 4
const MAX_TICKS = 1_000

/** Notes a tick; one that is taken back is forgotten. The order stays as it is until the trip is over. */
export function noted(way: Way, tick: Tick, isChecked: boolean, sections: readonly string[]): Way {
  const { order, ticks } = afterTrip(way, tick.at, sections)
  const others = ticks.filter(({ key }) => key !== tick.key)
  return { order, ticks: isChecked ? [...others, tick].slice(-MAX_TICKS) : others }
}

/** Learns of the last trip once it is over. `sections`: all, as they stand on the screen. */
export function afterTrip(way: Way, now: number, sections: readonly string[]): Way {
  const last = way.ticks.at(-1)
  if (last === undefined || now - last.at < TRIP_OVER_MS) return way
  return { order: nearer(sections, walkedIn(way.ticks)), ticks: [] }
}

/** Sections by when the middle one of their items was ticked. What belongs nowhere is found anywhere. */
export function walkedIn(ticks: readonly Tick[]): string[] {
  const places = Map.groupBy(ticks.keys(), (index) => ticks[index]!.section)
  places.delete(REST)
  const middle = (indices: readonly number[]) => indices[Math.floor(indices.length / 2)]!
  return [...places].sort(([, one], [, other]) => middle(one) - middle(other)).map(([section]) => section)
}

/** An order that is a few steps nearer to the one that was walked; sections that were not visited keep their places. */
export function nearer(order: readonly string[], walked: readonly string[]): string[] {
  const visited = order.filter((section) => walked.includes(section))
  const when = (index: number) => walked.indexOf(visited[index]!)
  // Each pass swaps pairs of neighbours, so that a section moves by one place at most.
  for (let pass = 0; pass < MAX_PLACES; pass++) {
    for (let index = pass % 2; index + 1 < visited.length; index += 2) {
      if (when(index) > when(index + 1)) visited.splice(index, 2, visited[index + 1]!, visited[index]!)
    }
  }
  const next = visited.values()
  return order.map((section) => (walked.includes(section) ? next.next().value! : section))
}
