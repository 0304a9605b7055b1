import { DAY } from '../../lib/tz'
import { type Lifted, moved, resized, resizedDays, type Shift, STEP, wallsAfter } from './shift'

/** What an arrow key makes of an event that was lifted among the hours; null for other keys. */
export function keyShift(event: KeyboardEvent, { placed, shift }: Lifted): Shift | null {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  const along = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
  if (across === 0 && along === 0) return null
  if (placed.isBar) return barShift({ placed, shift }, across, along, event.shiftKey)
  const walls = wallsAfter(placed, shift)
  if (event.shiftKey) return { ...shift, end: shift.end + resized(walls, 'end', along * STEP).end }
  const step = moved({ start: walls.start, end: walls.end }, 0, along * STEP)
  return { days: shift.days + across, start: shift.start + step.start, end: shift.end + step.end }
}

/** The same in a month, where a line down is a week. */
export function keyShiftInMonth(event: KeyboardEvent, lifted: Lifted): Shift | null {
  const across = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key] ?? 0
  if (across === 0) return null
  const resizes = event.shiftKey && lifted.placed.isBar
  return barShift(lifted, resizes ? 0 : across, resizes ? across : 0, resizes)
}

function barShift({ placed, shift }: Lifted, across: number, along: number, resizes: boolean): Shift {
  if (!resizes) return { ...shift, days: shift.days + across }
  const walls = { start: placed.startWall, end: placed.endWall }
  return { ...shift, end: resizedDays(walls, 'end', shift.end / DAY + across + along).end }
}
