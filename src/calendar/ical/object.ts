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

/** Reads an object's events. Throws IcalError when it is unreadable or holds no VEVENT. */
export function readObject(text: string, household: Zone): CalendarObject {
  const root = parse(text)
  const groups = new Map<string, EventGroup>()
  const events = findAll(root, 'VEVENT')
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

/** The event that speaks for the object: its master, else its first override. */
export function mainEvent(object: CalendarObject): Component {
  const group = object.groups.find((candidate) => candidate.masters.length > 0) ?? object.groups[0]!
  return group.masters[0] ?? group.overrides[0]!
}

/** Several masters of one start are versions of one event: the last is meant. */
function withoutRepeats(masters: Component[]): Component[] {
  const starts = new Set(masters.map((master) => property(master, 'DTSTART')?.value))
  return starts.size === 1 ? masters.slice(-1) : masters
}
