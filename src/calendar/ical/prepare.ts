import { IcalError } from './error'
import { type CalendarObject, type EventGroup, readObject } from './object'
import { type Component, property } from './parse'
import type { Budget } from './rule/collector'
import { type Details, detailsOf, readSeries, type Series } from './series'
import { endOf, instantOf, type Length, lengthOf, reachOf, startOf, type TimeValue, timeValue } from './times'
import type { ObjectZones } from './zone/resolve'
import type { Zone } from './zone/table'

/** A VEVENT with RECURRENCE-ID, in place of one instance or, with RANGE=THISANDFUTURE, of all from it on. */
export interface Override {
  details: Details
  /** The instance it replaces. */
  replaces: TimeValue
  replacesInstant: number
  start: TimeValue
  startInstant: number
  length: Length
  end: number
  isRange: boolean
}

export interface PreparedGroup {
  uid: string
  series: Series[]
  overrides: Override[]
  /** Overrides with RANGE=THISANDFUTURE. */
  ranges: Override[]
}

/** An object made ready for `expand`. It holds no text; floating times are bound to the household it was prepared for. */
export interface Prepared {
  groups: PreparedGroup[]
  /** Start of the first and end of the last occurrence in UTC seconds, dates as UTC midnights; Infinity: endless. */
  first: number
  last: number
  /** What was left out or guessed, without contents. */
  problems: string[]
}

/** Work that looking for the last of COUNT instances may cost in one object: four centuries of days. */
const MOST_STEPS = 150_000

/** Throws IcalError when the text is unreadable, has no event, or no event has a readable start. */
export function prepare(text: string, household: Zone): Prepared {
  return prepareObject(readObject(text, household))
}

export function prepareObject(object: CalendarObject): Prepared {
  const { zones } = object
  const budget = { steps: MOST_STEPS }
  const groups = object.groups.map((group) => prepareGroup(group, zones, budget))
  if (!groups.some((group) => group.series.length > 0 || group.overrides.length > 0)) {
    throw new IcalError('object without a readable event')
  }
  return {
    groups,
    ...boundsOf(groups),
    problems: [...new Set(zones.problems)],
  }
}

function prepareGroup(group: EventGroup, zones: ObjectZones, budget: Budget): PreparedGroup {
  const series = collect(group.masters, zones, (event) => readSeries(event, zones, budget))
  const clock = series.findLast((candidate) => !candidate.start.isDate)?.start.zone ?? zones.household
  const read = collect(group.overrides, zones, (event) => readOverride(event, clock, zones))
  // Of several versions of one override the last is meant.
  const latest = new Map(read.map((override) => [`${override.replaces.isDate} ${override.replacesInstant}`, override]))
  const overrides = [...latest.values()]
  for (const one of series) {
    for (const { replaces, replacesInstant } of overrides) {
      if (replaces.isDate === one.start.isDate) one.hidden.add(replacesInstant)
    }
  }
  return { uid: group.uid, series, overrides, ranges: overrides.filter((override) => override.isRange) }
}

function readOverride(event: Component, clock: Zone, zones: ObjectZones): Override {
  const source = property(event, 'RECURRENCE-ID')!
  const replaces = timeValue(source, zones, source.value, clock)
  const start = startOf(event, zones)
  const length = lengthOf(event, start, zones)
  const startInstant = instantOf(start)
  return {
    details: detailsOf(event),
    replaces,
    replacesInstant: instantOf(replaces),
    start,
    startInstant,
    length,
    end: endOf(start, startInstant, length),
    isRange: source.params.RANGE?.toUpperCase() === 'THISANDFUTURE',
  }
}

function boundsOf(groups: PreparedGroup[]): Pick<Prepared, 'first' | 'last'> {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { series, overrides, ranges } of groups) {
    const shift = rangeReach(ranges)
    for (const one of series) {
      first = Math.min(first, one.first - shift)
      last = Math.max(last, one.last + shift)
    }
    for (const { startInstant, end } of overrides) {
      first = Math.min(first, startInstant)
      last = Math.max(last, end)
    }
  }
  return { first, last }
}

/** How far overrides of the future move or lengthen the instances they speak for. */
export function rangeReach(ranges: Override[]): number {
  return ranges.reduce(
    (reach, range) => reach + Math.abs(range.startInstant - range.replacesInstant) + reachOf(range.length),
    0,
  )
}

function collect<Value>(events: Component[], zones: ObjectZones, read: (event: Component) => Value): Value[] {
  const values: Value[] = []
  for (const event of events) {
    try {
      values.push(read(event))
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      zones.problems.push(error.message)
    }
  }
  return values
}
