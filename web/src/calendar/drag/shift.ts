import type { Formats } from '../../i18n/format'
import type { Placed, Timed } from '../../lib/layout'
import { DAY, dayOf, MINUTE } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import { inOrder } from '../writes/in-order'
import { timesOfWalls, type Walls, wallsOf } from '../writes/times'

/** Dragging goes in quarters of an hour. */
export const STEP = 15 * MINUTE

/** The part of an event that is dragged. */
export type Grip = 'whole' | 'start' | 'end'

/** A change of place: whole days, and milliseconds at the start and at the end. */
export interface Shift {
  days: number
  start: number
  end: number
}

/** An event that is being moved or resized. */
export interface Lifted {
  placed: PlacedEntry
  shift: Shift
}

export const NO_SHIFT: Shift = { days: 0, start: 0, end: 0 }

export const isNoShift = ({ days, start, end }: Shift): boolean => days === 0 && start === 0 && end === 0

/** Whole steps nearest to a distance in milliseconds. */
const snap = (milliseconds: number): number => Math.round(milliseconds / STEP) * STEP

const wallsOfPlaced = ({ startWall, endWall }: Placed): Walls => ({ start: startWall, end: endWall })

/** What becomes of an event that is carried, or pulled by an end, so many days and milliseconds. */
export function shiftOf(placed: Placed, grip: Grip, days: number, milliseconds: number): Shift {
  const walls = wallsOfPlaced(placed)
  if (grip === 'whole') return placed.isBar ? { ...NO_SHIFT, days } : moved(walls, days, milliseconds)
  if (placed.isBar) return resizedDays(walls, grip, days)
  return resized(walls, grip, milliseconds + days * DAY)
}

/** Moves a timed event up or down and across days; what is dragged never leaves its day's hours at the top. */
export function moved(walls: Walls, days: number, milliseconds: number): Shift {
  if (milliseconds === 0) return { ...NO_SHIFT, days }
  const timeOfDay = ((walls.start % DAY) + DAY) % DAY
  // The first step lands on a quarter hour, also for an event at 10:07.
  const time = snap(timeOfDay + milliseconds)
  const shift = Math.min(Math.max(time, 0), DAY - STEP) - timeOfDay
  return { days, start: shift, end: shift }
}

/** Moves one end; an event keeps at least one step. */
export function resized({ start, end }: Walls, grip: 'start' | 'end', milliseconds: number): Shift {
  if (milliseconds === 0) return NO_SHIFT
  if (grip === 'start') return { ...NO_SHIFT, start: Math.min(snap(start + milliseconds), end - STEP) - start }
  return { ...NO_SHIFT, end: Math.max(snap(end + milliseconds), start + STEP) - end }
}

/** Makes an event of whole days longer or shorter; it keeps at least one. */
export function resizedDays({ start, end }: Walls, grip: 'start' | 'end', days: number): Shift {
  const most = Math.floor((end - start) / DAY - 1)
  if (grip === 'start') return { ...NO_SHIFT, start: Math.min(days, most) * DAY }
  return { ...NO_SHIFT, end: Math.max(days, -most) * DAY }
}

/** The time that is pulled over, from one moment of a day to another, either way; at least one step. */
export function pulled(from: number, to: number): Walls {
  const start = Math.floor(Math.min(from, to) / STEP) * STEP
  return { start, end: Math.max(Math.ceil(Math.max(from, to) / STEP) * STEP, start + STEP) }
}

function shiftWalls(walls: Walls, { days, start, end }: Shift): Walls {
  return { start: walls.start + days * DAY + start, end: walls.end + days * DAY + end }
}

/** Where a placed event stands after a shift. */
export const wallsAfter = (placed: Placed, shift: Shift): Walls => shiftWalls(wallsOfPlaced(placed), shift)

type Words = Pick<Formats, 'full' | 'dayRange' | 'timeRange'>

/** Where a lifted event would be dropped, for who cannot see it; `inDays`: whether its times are days. */
export function wordsOf({ placed, shift }: Lifted, inDays: boolean, formats: Words): [day: string, times: string] {
  const { start, end } = wallsAfter(placed, shift)
  const times = inDays ? formats.dayRange(dayOf(start), dayOf(end - 1)) : formats.timeRange(start, end)
  return [formats.full(dayOf(start)), times]
}

/** The times of an event after a shift on the household's clock. An end that stays is the same to the second. */
export function shiftTimes(timed: Timed, shift: Shift, zone: string): Timed {
  const before = wallsOf(timed, zone)
  const walls = shiftWalls(before, shift)
  const { allDay, start, end } = timesOfWalls(walls, timed.allDay, zone)
  const after = {
    allDay,
    start: shift.days === 0 && shift.start === 0 ? timed.start : start,
    end: shift.days === 0 && shift.end === 0 ? timed.end : end,
  }
  return inOrder(after, walls)
}
