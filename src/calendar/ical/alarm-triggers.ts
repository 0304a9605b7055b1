import { DAY } from './civil'
import { IcalError } from './error'
import { type Component, type Property, property } from './parse'
import { timeValue } from './times'
import { parseDuration, parseTime } from './values'
import type { ObjectZones } from './zone/resolve'
import { toUtcSeconds } from './zone/table'

/** A readable trigger: seconds before the start or the end, or an instant, or a place. */
export type Trigger =
  | { kind: 'lead' | 'beforeEnd'; seconds: number }
  | { kind: 'absolute'; instant: number }
  | { kind: 'place' }

/** Apple writes an alarm on this day to mean "no alarm". */
const APPLE_SENTINEL = '19760401T'
/** A time whose T was left out, as calcurse writes it: of a duration's M no month is meant (RFC 5545 3.3.6). */
const TIME_WITHOUT_T = /^([+-]?P)((?:\d+[HMS])+)$/i

/**
 * The first triggers that count: no "no alarm", no snooze, none that cannot be read. The caller knows from how many on
 * more mean the same.
 */
export function triggersOf(event: Component, zones: ObjectZones, most: number): Trigger[] {
  const triggers: Trigger[] = []
  for (const component of event.components) {
    const trigger = component.name === 'VALARM' && !isIgnored(component) ? triggerOf(component, zones) : null
    if (trigger !== null) triggers.push(trigger)
    if (triggers.length === most) break
  }
  return triggers
}

/** Whether an alarm says "no alarm", so that removing the reminder must not remove it. */
export function isNoAlarm(action: string | undefined): boolean {
  return action?.toUpperCase() === 'NONE'
}

/** Apple's sentinels, snoozes (RFC 9074), and what says "no alarm". */
export function isIgnored(alarm: Component): boolean {
  if (isNoAlarm(property(alarm, 'ACTION')?.value)) return true
  if (property(alarm, 'RELATED-TO')?.params.RELTYPE?.toUpperCase() === 'SNOOZE') return true
  return !isOfPlace(alarm) && property(alarm, 'TRIGGER')?.value.startsWith(APPLE_SENTINEL) === true
}

/** RELATED=START is what a trigger without it means, too; few write it. */
export function saysStart(alarm: Component): boolean {
  return property(alarm, 'TRIGGER')?.params.RELATED?.toUpperCase() === 'START'
}

function isOfPlace(alarm: Component): boolean {
  return property(alarm, 'X-APPLE-PROXIMITY') !== undefined
}

/** Null when there is no trigger that can be read. */
export function triggerOf(alarm: Component, zones: ObjectZones): Trigger | null {
  const source = property(alarm, 'TRIGGER')
  if (isOfPlace(alarm)) return { kind: 'place' }
  if (!source) return null
  try {
    if (isAbsolute(source)) return { kind: 'absolute', instant: absoluteInstant(source, zones) }
    const { days, seconds } = parseDuration(source.value.replace(TIME_WITHOUT_T, '$1T$2'))
    const kind = source.params.RELATED?.toUpperCase() === 'END' ? 'beforeEnd' : 'lead'
    // Not a minus sign: it would make -0 of 0.
    return { kind, seconds: 0 - (days * DAY + seconds) }
  } catch {
    return null
  }
}

function isAbsolute(source: Property): boolean {
  return source.params.VALUE?.toUpperCase() === 'DATE-TIME' || /^\d{8}T/.test(source.value)
}

function absoluteInstant(source: Property, zones: ObjectZones): number {
  if (parseTime(source.value).kind === 'date') throw new IcalError('trigger without a time')
  const { zone, wall } = timeValue(source, zones)
  return toUtcSeconds(zone, wall)
}
