import { ownRemindersOf, triggersThatCount } from './alarms'
import { IcalError } from './error'
import { type CalendarObject, type EventGroup, latestVersions, readObject, sequenceOf } from './object'
import { type Component, property } from './parse'
import { isRange } from './recurrence-id'
import type { EventReminders } from './reminder-times'
import type { Budget } from './rule/collector'
import { type Details, detailsOf, ownText, readSeries, type Series } from './series'
import {
  alignedTo,
  endOf,
  type Instance,
  instantOf,
  type Length,
  lengthOf,
  reachOf,
  startOf,
  type TimeValue,
  timeValue,
} from './times'
import type { ObjectZones } from './zone/resolve'
import type { Zone } from './zone/table'

/** A VEVENT with RECURRENCE-ID, in place of one instance or, with RANGE=THISANDFUTURE, of all from it on. */
export interface Override {
  details: Details
  /** Its place among the overrides of its group, in the order of the text. */
  position: number
  sequence: number
  /** In the form of the series' start. */
  replaces: Instance
  start: TimeValue
  startInstant: number
  length: Length
  end: number
  isRange: boolean
  /** Null: it reminds as its series does. */
  reminders: EventReminders | null
}

export interface PreparedGroup {
  uid: string
  series: Series[]
  overrides: Override[]
  /** Overrides with RANGE=THISANDFUTURE, in order of the instance they begin with. */
  ranges: Override[]
}

/**
 * An object made ready for `expand`. It holds no text; floating times are bound to the household it was prepared for.
 */
export interface Prepared {
  groups: PreparedGroup[]
  /** Start of the first and end of the last occurrence in UTC seconds, dates as UTC midnights; Infinity: endless. */
  first: number
  last: number
  /** What was left out or guessed, without contents. */
  problems: string[]
  /** Roughly how much it keeps, in units of 100 bytes; an orderly object stays below `ORDERLY_SIZE`. */
  size: number
}

export const ORDERLY_SIZE = 100

/**
 * Work that reading the rules and dates of one object may cost; the last of COUNT instances is looked for over a
 * century and a half.
 */
const MAX_STEPS = 60_000

/** @throws IcalError when the text is unreadable, has no event, or no event has a readable start */
export function prepare(text: string, household: Zone): Prepared {
  return prepareObject(readObject(text, household))
}

/** The object with its rules planned. @throws IcalError where none of its events can be read */
export function prepareObject(object: CalendarObject): Prepared {
  const { zones } = object
  const budget = freshBudget()
  const groups = object.groups.map((group) => prepareGroup(group, zones, budget))
  if (!groups.some((group) => group.series.length > 0 || group.overrides.length > 0)) {
    throw new IcalError('object without a readable event')
  }
  return {
    groups,
    ...boundsOf(groups),
    problems: [...new Set(zones.problems)],
    size: groups.reduce((size, group) => size + sizeOf(group), 0),
  }
}

function sizeOf({ series, overrides }: PreparedGroup): number {
  const texts = [...series, ...overrides].map(
    ({ details: { title, location, categories } }) => title.length + (location?.length ?? 0) + sizeOfAll(categories),
  )
  const dates = series.map(
    ({ added, excluded, excludedDays, rules, exclusionRules }) =>
      added.length + excluded.size + excludedDays.size + 10 * (rules.length + exclusionRules.length),
  )
  return sum(texts) / 50 + sum(dates) + 5 * (series.length + overrides.length)
}

const sizeOfAll = (texts: readonly string[]) => texts.reduce((size, { length }) => size + length, 0)

const freshBudget = (): Budget => ({ steps: MAX_STEPS })

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The events of one UID. What cannot be read is left out and said in the problems of the zones. */
export function prepareGroup(group: EventGroup, zones: ObjectZones, budget = freshBudget()): PreparedGroup {
  const series = collect(group.masters, zones, (event) => readSeries(event, zones, budget))
  const { start } = series.findLast((candidate) => !candidate.start.isDate) ?? series.at(-1) ?? {}
  const [main] = group.masters
  const triggers = main === undefined ? [] : triggersThatCount(main, zones)
  const read = collect(group.overrides, zones, (event, position) => {
    const override = readOverride(event, position, start, zones)
    return { ...override, reminders: ownRemindersOf(event, override.start, zones, triggers) }
  })
  const overrides = latestVersions(
    read,
    ({ replaces }) => replaces.instant,
    ({ sequence }) => sequence,
  )
  const replaced = new Set(overrides.map(({ replaces }) => replaces.instant))
  for (const one of series) if (one.start.isDate === start?.isDate) one.replaced = replaced
  const ranges = overrides.filter(({ isRange }) => isRange).sort((a, b) => a.replaces.instant - b.replaces.instant)
  return { uid: ownText(group.uid), series, overrides, ranges }
}

/**
 * The instance that an override replaces, in the form of the series' start; that is undefined where the object holds no
 * series but only some of its instances. @throws IcalError
 */
export function replacedBy(event: Component, seriesStart: TimeValue | undefined, zones: ObjectZones): Instance {
  const source = property(event, 'RECURRENCE-ID')!
  const clock = seriesStart?.isDate === false ? seriesStart.zone : zones.household
  const named = timeValue(source, zones, source.value, clock)
  const value = seriesStart === undefined ? named : alignedTo(seriesStart, named)
  return { ...value, instant: instantOf(value) }
}

function readOverride(
  event: Component,
  position: number,
  seriesStart: TimeValue | undefined,
  zones: ObjectZones,
): Omit<Override, 'reminders'> {
  const replaces = replacedBy(event, seriesStart, zones)
  const start = startOf(event, zones)
  const length = lengthOf(event, start, zones)
  const startInstant = instantOf(start)
  return {
    details: detailsOf(event),
    position,
    sequence: sequenceOf(event),
    replaces,
    start,
    startInstant,
    length,
    end: endOf(start, startInstant, length),
    isRange: isRange(property(event, 'RECURRENCE-ID')!),
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

/** How far any override of the future moves or lengthens the instances it speaks for. */
export function rangeReach(ranges: Override[]): number {
  return ranges.reduce(
    (reach, range) => Math.max(reach, Math.abs(range.startInstant - range.replaces.instant) + reachOf(range.length)),
    0,
  )
}

function collect<Value>(
  events: Component[],
  zones: ObjectZones,
  read: (event: Component, position: number) => Value,
): Value[] {
  const values: Value[] = []
  for (const [position, event] of events.entries()) {
    try {
      values.push(read(event, position))
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      zones.problems.push(error.message)
    }
  }
  return values
}
