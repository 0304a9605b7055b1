import type { CachedOccurrence } from '../window/occurrence'

/** What is looked through of time, in milliseconds; `to` is exclusive. */
export interface Range {
  from: number
  to: number
}

/** A hit's place in the order; in milliseconds. */
export interface Place {
  isComing: boolean
  startsAt: number
  /** Of the event. */
  id: number
  /** Of a series; of another event it is read with the page. */
  occurrence: CachedOccurrence | null
}

/** What comes by its start, then what is over, the latest first; the event's id makes the order total. */
export function inOrder(a: Pick<Place, 'isComing' | 'startsAt' | 'id'>, b: typeof a): number {
  if (a.isComing !== b.isComing) return a.isComing ? -1 : 1
  return a.isComing ? a.startsAt - b.startsAt || a.id - b.id : b.startsAt - a.startsAt || b.id - a.id
}
