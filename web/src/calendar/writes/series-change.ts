import type { EventForm } from '../../data/types'
import { DAY, dayOf } from '../../lib/tz'
import { type EventRef, newEvent, wholeEvent } from '../event-ref'
import { changedParts } from './changes'
import type { Drawn } from './drawn'
import { timeOfWall, timesOfForm, timesOfWalls, wallAt, wallsOf } from './times'
import type { EditWrite } from './write'

/**
 * What a write of many occurrences makes of one of them, as the service does it: the difference that the form makes to
 * the occurrence it speaks of. One that was given a time of its own keeps it.
 */
export function restated(one: Drawn, write: EditWrite, zone: string): Pick<Drawn, 'ref' | 'allDay' | 'start' | 'end'> {
  const { form, formRecurrenceId } = write
  const { recurrenceId } = one.ref
  const shift = shiftOf(recurrenceId ?? one.start, one, write, zone)
  const ref = refAfter(one, write, shift, zone)
  const isSpokenOf = formRecurrenceId !== null && recurrenceId === formRecurrenceId
  if (isSpokenOf) return { ref, ...timesOfForm(form) }
  const { allDay, start, end } = one
  const isAsItWas = recurrenceId !== null && start !== recurrenceId
  if (shift === null || isAsItWas) return { ref, allDay, start, end }
  const wanted = wallsOf(timesOfForm(form), zone)
  const moved = wallAt(start, zone) + shift
  return { ref, ...timesOfWalls({ start: moved, end: moved + wanted.end - wanted.start }, form.allDay, zone) }
}

/** Where the series starts once the write is done. */
export function seriesStartAfter(one: Drawn, write: EditWrite, zone: string): string | null {
  if (one.seriesStart === null || write.range === 'thisAndFuture') return write.form.start
  const shift = shiftOf(one.seriesStart, one, write, zone)
  return shift === null ? one.seriesStart : timeOfWall(wallAt(one.seriesStart, zone) + shift, write.form.allDay, zone)
}

/** The form of a series' first event, or of the first that is changed, after a write that gives it another rule. */
export function formOfSeries(one: Drawn, write: EditWrite, zone: string): EventForm {
  const { form, range } = write
  if (range !== 'all' || one.seriesStart === null || form.recurrence === 'none') return form
  const start = seriesStartAfter(one, write, zone)!
  const later = wallAt(start, zone) - wallAt(form.start, zone)
  return { ...form, start, end: timeOfWall(wallAt(form.end, zone) + later, form.allDay, zone) }
}

/**
 * By how much a write moves the instance of a series that is named by its start, on the household's clock; null: not at
 * all, or the server has done it.
 */
function shiftOf(instance: string, { seriesStart }: Drawn, write: EditWrite, zone: string): number | null {
  const { form, base, range } = write
  const isMoved = base !== null && seriesStart === write.seriesStart && changedParts(base, form).includes('when')
  const before = range === null ? seriesStart : isMoved ? base.start : null
  if (before === null) return null
  const [from, to] = [wallAt(before, zone), wallAt(form.start, zone)]
  const moves = !isOnOtherWeekday(instance, write, zone)
  return to - from - (moves ? 0 : (dayOf(to) - dayOf(from)) * DAY)
}

/** Of a rule with several weekdays only the one that is spoken of goes to another day. */
function isOnOtherWeekday(instance: string, { base, formRecurrenceId }: EditWrite, zone: string): boolean {
  const rule = base?.recurrence
  if (typeof rule !== 'object' || (rule.weekdays?.length ?? 0) < 2 || formRecurrenceId === null) return false
  return (dayOf(wallAt(instance, zone)) - dayOf(wallAt(formRecurrenceId, zone))) % 7 !== 0
}

/** What goes on from an occurrence has a name of its own as soon as it is split off. */
function refAfter({ ref }: Drawn, write: EditWrite, shift: number | null, zone: string): EventRef {
  if (write.stage === 'failed') return ref
  const { recurrenceId } = ref
  const { allDay } = write.form
  const isSame = recurrenceId === null || (!shift && recurrenceId.includes('T') !== allDay)
  return {
    ...(write.range === 'thisAndFuture' ? nameOfRest(write) : ref),
    recurrenceId: isSame ? recurrenceId : timeOfWall(wallAt(recurrenceId, zone) + (shift ?? 0), allDay, zone),
  }
}

const nameOfRest = ({ id, resultUid }: EditWrite): EventRef =>
  resultUid === null ? newEvent(id) : wholeEvent(resultUid)
