import { yearOf } from '../civil'
import type { FormTimes } from '../form-times'
import { timeLine } from '../lines'
import { endOf, instantOf, lengthOf, type Place, placeAt } from '../times'
import { isUtc } from '../zone/table'
import { vtimezoneLines } from '../zone/write'
import type { Editing } from './editing'
import { hasMoved, isSameClock, type Move, placeOf } from './place'

/** Writes start and end of the main event, and the zone they newly need. Tells whether anything changed. */
export function writeTimes(editing: Editing, times: FormTimes, move: Move): boolean {
  const { from, to } = move
  const endHasChanged = writeEnd(editing, times, move)
  if (!hasMoved(move)) return endHasChanged
  editing.block.set('DTSTART', timeLine('DTSTART', to.clock, [to.value.wall]))
  if (!isSameClock(from.clock, to.clock)) defineZone(editing, to)
  return true
}

/**
 * A DTEND keeps its own clock, a DURATION its text, as long as they give the end that is wanted. RFC 5545 3.8.2.2: what
 * has no length has no DTEND, and some servers refuse one.
 */
function writeEnd(editing: Editing, times: FormTimes, move: Move): boolean {
  const { from, to } = move
  const { block, main, zones } = editing
  const length = lengthOf(main, from.value, zones)
  const source = block.property('DTEND')
  const isSameKind = from.value.isDate === to.value.isDate
  if (!source && isSameKind && endOf(to.value, instantOf(to.value), length) === times.end) return false
  const isSameEnd = endOf(from.value, instantOf(from.value), length) === times.end
  if (source && isSameEnd && !hasMoved(move)) return false
  block.remove('DURATION')
  if (times.end === times.start) {
    block.remove('DTEND')
    return true
  }
  const like = isSameKind && isSameClock(from.clock, to.clock) ? endPlace(editing, to) : to
  // A series may start an hour before the time that was wanted: its clock cannot say the second of two equal hours.
  const end = times.end - times.start + instantOf(to.value)
  const { clock, value } = times.isDate ? to : placeAt(end, { clock: like.clock, zone: like.value.zone })
  block.set('DTEND', timeLine('DTEND', clock, [times.isDate ? times.end : value.wall]))
  return true
}

/** The clock DTEND stands on, the start's when it has none that fits. */
function endPlace({ block, zones }: Editing, start: Place): Place {
  const source = block.property('DTEND')
  try {
    const place = source && placeOf(source, zones, start.value.zone)
    return place && place.value.isDate === start.value.isDate ? place : start
  } catch {
    return start
  }
}

/** RFC 5545 3.2.19: a TZID needs its VTIMEZONE in the same object. */
function defineZone({ parent }: Editing, { clock, value }: Place): void {
  if (clock.kind !== 'tzid' || isUtc(value.zone)) return
  const isDefined = parent.blocks.some(
    (block) => block.name === 'VTIMEZONE' && block.property('TZID')?.value === clock.tzid,
  )
  if (isDefined) return
  const firstEvent = parent.blocks.find((block) => block.name === 'VEVENT')
  parent.insertBlock(vtimezoneLines(value.zone, yearOf(value.wall)), firstEvent)
}
