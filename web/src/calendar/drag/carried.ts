import type { PlacedEntry } from '../data'
import type { Point } from './pointer'
import { type Grip, type Lifted, NO_SHIFT, shiftOf } from './shift'

/** An event that is carried among the days of a month; `at` null: with keys. */
export interface Carried extends Lifted {
  grip: Grip
  /** The day by which it is held. */
  grabbed: number
  at: Point | null
  /** Over no day. */
  isOutside: boolean
}

/** An event that has just been lifted by one of its days. */
export function liftedBy(placed: PlacedEntry, grip: Grip, day: number, at: Point | null): Carried {
  const grabbed = grip === 'start' ? placed.firstDay : grip === 'end' ? placed.lastDay : day
  return { placed, shift: NO_SHIFT, grip, grabbed, at, isOutside: false }
}

/** The same over another day; over none (null) it is where it was. */
export function carriedTo(carried: Carried, day: number | null, at: Point): Carried {
  const { placed, grip, grabbed } = carried
  const shift = day === null ? NO_SHIFT : shiftOf(placed, grip, day - grabbed, 0)
  return { ...carried, shift, at, isOutside: day === null }
}
