import type { Standing } from '../find-instance'
import { timeLine } from '../lines'
import { mainEvent } from '../object'
import { property } from '../parse'
import { type Instance, type Place, placeAt } from '../times'
import { UTC } from '../zone/table'
import type { Editing } from './editing'
import { placeOf } from './place'
import { moveAlarms } from './reminder'
import { writeTimes } from './times'

/**
 * Puts an override, which has been copied from what speaks for the instance, where the instance stands. `params` of the
 * RECURRENCE-ID begin with a semicolon.
 */
export function standAt(editing: Editing, { instance, allDay, start, end }: Standing, params = ''): void {
  const { block, zones } = editing
  const original = originalPlace(editing, instance)
  const from = placeOf(block.property('DTSTART')!, zones)
  const isMoved = start !== instance.instant || allDay !== instance.isDate
  const move = { from, to: isMoved ? placeLike(from, start, allDay) : original }
  writeTimes(editing, { isDate: allDay, start, end }, move)
  moveAlarms(editing, move.from.value, move.to.value)
  block.set('RECURRENCE-ID', timeLine('RECURRENCE-ID', original.clock, [original.value.wall], params))
}

/** The original start of an instance in the form of its series' start (RFC 5545 3.8.4.4). */
export function originalPlace({ object, zones }: Editing, instance: Instance): Place {
  const { clock, value } = placeOf(property(mainEvent(object), 'DTSTART')!, zones)
  // The rule's own clock time, which in the hour that is left out is another than its instant shows.
  if (instance.isDate || instance.zone === value.zone) return { clock, value: instance }
  return placeAt(instance.instant, { clock, zone: value.zone })
}

function placeLike(from: Place, start: number, allDay: boolean): Place {
  if (allDay) return { clock: { kind: 'date' }, value: { isDate: true, wall: start, zone: UTC } }
  const { clock, value } = from
  return placeAt(start, value.isDate ? { clock: { kind: 'utc' }, zone: UTC } : { clock, zone: value.zone })
}
