import ICAL from 'ical.js'
import { type Clock, instantOf, isZone } from './clock'
import { peopleIn } from './people'

/** An object as ical.js reads its lines: another reader than ours. Times are wall-clock seconds on a clock. */
export interface ReadObject {
  calendar: ICAL.Component
  master: ReadEvent
  overrides: ReadEvent[]
  rule: string | null
  excluded: Time[]
  added: Time[]
}

export interface ReadEvent {
  component: ICAL.Component
  recurrenceId: Time | null
  start: Time
  /** Exact seconds. */
  length: number
  title: string
  people: number[]
}

export interface Time {
  clock: Clock
  wall: number
}

export const secondsOf = ({ clock, wall }: Time) => instantOf(clock, wall)

export function readObject(text: string): ReadObject {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const components = calendar.getAllSubcomponents('vevent')
  const isOverride = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const masters = components.filter((component) => !isOverride(component))
  if (masters.length !== 1) throw new Error(`${masters.length} masters`)
  const master = masters[0]!
  const rules = master.getAllProperties('rrule')
  if (rules.length > 1) throw new Error(`${rules.length} rules`)
  return {
    calendar,
    master: readEvent(master),
    overrides: components.filter(isOverride).map(readEvent),
    rule: rules[0]?.getFirstValue()?.toString() ?? null,
    excluded: timesOf(master, 'exdate'),
    added: timesOf(master, 'rdate'),
  }
}

function readEvent(component: ICAL.Component): ReadEvent {
  const [start] = timesOf(component, 'dtstart')
  if (start === undefined) throw new Error('no DTSTART')
  const [end] = timesOf(component, 'dtend')
  const duration = component.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0
  const withoutEnd = start.clock === 'date' && duration === null ? 86_400 : seconds
  return {
    component,
    recurrenceId: timesOf(component, 'recurrence-id')[0] ?? null,
    start,
    length: end ? secondsOf(end) - secondsOf(start) : withoutEnd,
    title: String(component.getFirstPropertyValue('summary') ?? ''),
    people: peopleIn(component.getAllProperties('categories').flatMap((one) => one.getValues().map(String))),
  }
}

function timesOf(component: ICAL.Component, name: string): Time[] {
  return component.getAllProperties(name).flatMap((property) => {
    const zone = property.getFirstParameter('tzid')
    return property.getValues().map((value) => timeOf(value, zone))
  })
}

function timeOf(value: unknown, zone: string | undefined): Time {
  if (!(value instanceof ICAL.Time)) throw new Error(`not a time: ${value}`)
  return { clock: clockOf(value, zone), wall: wallOfTime(value) }
}

export function wallOfTime({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

function clockOf(value: ICAL.Time, zone: string | undefined): Clock {
  if (value.isDate) return 'date'
  if (zone === undefined) return value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : 'floating'
  if (!isZone(zone as Clock)) throw new Error(`zone ${zone}`)
  return zone as Clock
}
