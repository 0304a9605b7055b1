import { IcalError } from './error'
import { type Component, findAll, parse, property } from './parse'
import { ObjectZones } from './zone/resolve'
import type { Zone } from './zone/table'

/** The events of one UID: the masters (one, in an orderly object) and the overrides of single instances. */
export interface EventGroup {
  uid: string
  masters: Component[]
  overrides: Component[]
}

export interface CalendarObject {
  /** Every VEVENT, in the order of the text. */
  events: Component[]
  groups: EventGroup[]
  zones: ObjectZones
}

/** RFC 4791 4.1 gives each UID an object of its own: five years of overrides of every day. */
const MAX_EVENTS = 2000

/** Reads an object's events. @throws IcalError when it is unreadable or holds no VEVENT */
export function readObject(text: string, household: Zone): CalendarObject {
  return objectOf(parse(text), household)
}

/** The same for an object that has been parsed. @throws IcalError when it holds no VEVENT */
export function objectOf(root: Component, household: Zone): CalendarObject {
  const groups = new Map<string, EventGroup>()
  const events = findAll(root, 'VEVENT')
  if (events.length > MAX_EVENTS) throw new IcalError('object with too many events')
  for (const event of events) {
    const uid = property(event, 'UID')?.value ?? ''
    const group = groups.get(uid) ?? { uid, masters: [], overrides: [] }
    groups.set(uid, group)
    if (property(event, 'RECURRENCE-ID')) group.overrides.push(event)
    else group.masters.push(event)
  }
  if (groups.size === 0) throw new IcalError('object without an event')
  for (const group of groups.values()) group.masters = withoutRepeats(group.masters)
  return { events, groups: [...groups.values()], zones: new ObjectZones(root, household) }
}

/** The events that speak for the object: those of its first master, else its first. */
export function mainGroup({ groups }: CalendarObject): EventGroup {
  return groups.find(({ masters }) => masters.length > 0) ?? groups[0]!
}

/** The event that speaks for the object: its master, else its first override. */
export function mainEvent(object: CalendarObject): Component {
  const { masters, overrides } = mainGroup(object)
  return masters[0] ?? overrides[0]!
}

/** SEQUENCE, which tells two versions apart (RFC 5546 2.1.4); 0 where there is none that can be read. */
export const sequenceOf = (event: Component): number => sequenceIn(property(event, 'SEQUENCE')?.value)

/** The same from the property's value. */
export function sequenceIn(value = '0'): number {
  const sequence = Number.parseInt(value, 10)
  return Number.isNaN(sequence) ? 0 : sequence
}

/** Of versions of one thing, in the order of the text, that with the highest sequence, else the last. */
export function latestVersions<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => unknown,
  sequenceOf: (value: Value) => number,
): Value[] {
  const latest = new Map<unknown, Value>()
  for (const value of values) {
    const name = nameOf(value)
    const known = latest.get(name)
    if (known === undefined || sequenceOf(value) >= sequenceOf(known)) latest.set(name, value)
  }
  return [...latest.values()]
}

/** Several masters of one start are versions of one event. */
function withoutRepeats(masters: Component[]): Component[] {
  if (masters.length === 1) return masters
  return latestVersions(masters, (master) => property(master, 'DTSTART')?.value, sequenceOf)
}
