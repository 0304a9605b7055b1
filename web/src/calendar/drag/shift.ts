import type { Timed } from '../../lib/layout'
import { DAY, MINUTE } from '../../lib/tz'
import { timesOfWalls, wallsOf } from '../writes/times'

/** Dragging goes in quarters of an hour. */
export const STEP = 15 * MINUTE

/** A change of place: whole days, and milliseconds at the start and at the end. */
export interface Shift {
  days: number
  start: number
  end: number
}

export const NO_SHIFT: Shift = { days: 0, start: 0, end: 0 }

export const isNoShift = ({ days, start, end }: Shift): boolean => days === 0 && start === 0 && end === 0

/** Whole steps nearest to a distance in milliseconds. */
const snap = (milliseconds: number): number => Math.round(milliseconds / STEP) * STEP

/** Moves a timed event up or down and across days; what is dragged never leaves its day's hours at the top. */
export function moved(walls: { start: number; end: number }, days: number, milliseconds: number): Shift {
  const timeOfDay = ((walls.start % DAY) + DAY) % DAY
  // The first step lands on a quarter hour, also for an event at 10:07.
  const time = milliseconds === 0 ? timeOfDay : snap(timeOfDay + milliseconds)
  const shift = Math.min(Math.max(time, 0), DAY - STEP) - timeOfDay
  return { days, start: shift, end: shift }
}

/** Moves the end; an event keeps at least one step. */
export function resized(walls: { start: number; end: number }, milliseconds: number): Shift {
  if (milliseconds === 0) return NO_SHIFT
  const end = Math.max(snap(walls.end + milliseconds), walls.start + STEP)
  return { days: 0, start: 0, end: end - walls.end }
}

/** Makes an event of whole days longer or shorter; it keeps at least one. */
export function resizedDays(walls: { start: number; end: number }, days: number): Shift {
  const length = (walls.end - walls.start) / DAY
  return { days: 0, start: 0, end: Math.max(days, Math.ceil(1 - length)) * DAY }
}

export function shiftWalls(walls: { start: number; end: number }, { days, start, end }: Shift) {
  return { start: walls.start + days * DAY + start, end: walls.end + days * DAY + end }
}

/** The times of an event after a shift on the household's clock. */
export function shiftTimes(timed: Timed, shift: Shift, zone: string): Timed {
  return timesOfWalls(shiftWalls(wallsOf(timed, zone), shift), timed.allDay, zone)
}
