import { DAY } from '../civil'
import type { FormTimes } from '../form-times'
import { timeLine } from '../lines'
import { isRange } from '../recurrence-id'
import { instantOf, placeAt, timeValue } from '../times'
import type { ObjectZones } from '../zone/resolve'
import type { Block } from './document'
import { type Move, movedClock, placeOf, wallOn } from './place'
import { keepReminders, moveAlarms } from './reminder'

/** Where an override goes with its series. */
interface OverrideMove {
  move: Move
  /** The instance it replaces, in UTC seconds before the move and on the series' wall clock after it. */
  instant: number
  place: number
  /** The times that the series was given. */
  times: FormTimes
}

/**
 * Sets the instance that an override replaces after the move. An override that kept its instance's time moves with it,
 * its alarms too; one with its own time keeps that.
 * @throws IcalError when it cannot be read
 */
export function moveOverride(override: Block, { move, instant, place, times }: OverrideMove, zones: ObjectZones): void {
  const { from, to } = move
  const id = override.property('RECURRENCE-ID')!
  const start = override.property('DTSTART')
  const own = start && timeValue(start, zones)
  const range = id.params.RANGE ? `;RANGE=${id.params.RANGE}` : ''
  const isAtPlace = own?.isDate === from.value.isDate && instantOf(own) === instant
  const idClock = movedClock(id, zones, move)
  override.set('RECURRENCE-ID', timeLine('RECURRENCE-ID', idClock.clock, [wallOn(idClock, place, move)], range))
  if (!start || !own || !(isAtPlace || isRange(id))) return
  const startClock = movedClock(start, zones, move)
  // An override of all that follow keeps its distance from its instance.
  const distance = isAtPlace ? 0 : instantOf(own) - instant
  const wall = wallOn(startClock, place, move) + distance
  const end = override.property('DTEND')
  const length = end ? instantOf(placeOf(end, zones, own.zone).value) - instantOf(own) : null
  const main = override.component
  override.set('DTSTART', timeLine('DTSTART', startClock.clock, [wall]))
  const moved = { isDate: to.value.isDate, wall, zone: startClock.zone }
  const newStart = instantOf(moved)
  if (from.value.isDate !== to.value.isDate) {
    // All-day became timed or the reverse: the override takes the new length.
    const newEnd = newStart + Math.max(times.isDate ? DAY : 0, times.end - times.start)
    override.remove('DURATION')
    writeEnd(override, startClock, newEnd, newStart)
    const { household } = zones
    keepReminders({ block: override, main, zones, household }, { isDate: moved.isDate, start: newStart, end: newEnd })
    return
  }
  moveAlarms({ block: override, zones }, own, moved)
  if (end && length !== null) writeEnd(override, movedClock(end, zones, move), newStart + length, newStart)
}

type Target = ReturnType<typeof movedClock>

function writeEnd(override: Block, target: Target, end: number, start: number): void {
  if (end === start) {
    override.remove('DTEND')
    return
  }
  const { clock, value } =
    target.clock.kind === 'date' ? { clock: target.clock, value: { wall: end } } : placeAt(end, target)
  override.set('DTEND', timeLine('DTEND', clock, [value.wall]))
}
