import { DAY, dayOfWall, timeOfDay } from './civil'
import { type Component, type Property, properties, property, textOf } from './parse'
import type { Budget } from './rule/collector'
import { parseRule } from './rule/parse'
import { type Plan, planRule } from './rule/plan'
import { lastOfCount } from './rule/walk'
import { endOf, instantOf, type Length, lengthOf, reachOf, startOf, type TimeValue, timeValue } from './times'
import { listOf, parseDuration } from './values'
import type { ObjectZones } from './zone/resolve'
import { toUtcSeconds, UTC } from './zone/table'

/** What occurrences show. */
export interface Details {
  title: string
  location: string | null
  isCancelled: boolean
}

export interface RuleSource {
  plan: Plan
  /** UTC UNTIL in seconds. */
  lastInstant: number | undefined
}

export interface AddedDate {
  value: TimeValue
  instant: number
  end: number
}

/** A master, ready to be expanded. */
export interface Series {
  details: Details
  start: TimeValue
  length: Length
  reach: number
  rules: RuleSource[]
  exclusionRules: RuleSource[]
  added: AddedDate[]
  /** Instants of instances that are excluded or replaced. */
  hidden: Set<number>
  /** Days (of the series' own clock) excluded as a whole. */
  hiddenDays: Set<number>
  isRecurring: boolean
  /** Start of the first and end of the last instance, in seconds; Infinity: endless. */
  first: number
  last: number
}

/** Room for a daylight saving change between a bound and the instance it belongs to. */
const SLACK = 25 * 3600

/** Reads a master. Throws IcalError when its start is unreadable; a bad rule or date is left out and reported. */
export function readSeries(event: Component, zones: ObjectZones, budget: Budget): Series {
  const start = startOf(event, zones)
  const length = lengthOf(event, start, zones)
  const rules = readRules(event, 'RRULE', start, zones, budget)
  const added = readAdded(event, start, length, zones)
  const instant = instantOf(start)
  const reach = reachOf(length)
  const lastOfRules = rules.map((rule) => lastInstantOf(rule, start) + reach + SLACK)
  const exclusions = readExclusions(event, start, zones)
  return {
    details: detailsOf(event),
    start,
    length,
    reach,
    rules,
    exclusionRules: readRules(event, 'EXRULE', start, zones, budget),
    added,
    ...exclusions,
    isRecurring: rules.length > 0 || added.length > 0,
    first: added.reduce((first, date) => Math.min(first, date.instant), instant),
    last: [...added.map((date) => date.end), ...lastOfRules].reduce(
      (last, end) => Math.max(last, end),
      endOf(start, instant, length),
    ),
  }
}

export function detailsOf(event: Component): Details {
  return {
    title: textOf(event, 'SUMMARY') ?? '',
    location: textOf(event, 'LOCATION') || null,
    isCancelled: property(event, 'STATUS')?.value.toUpperCase() === 'CANCELLED',
  }
}

function readRules(event: Component, name: string, start: TimeValue, zones: ObjectZones, budget: Budget): RuleSource[] {
  const sources: RuleSource[] = []
  for (const { value } of properties(event, name)) {
    try {
      sources.push(readRule(value, start, budget))
    } catch (error) {
      zones.problems.push(error instanceof Error ? error.message : 'unreadable rule')
    }
  }
  return sources
}

/** COUNT becomes a wall-clock UNTIL here, once, so that no expansion walks from DTSTART. */
function readRule(text: string, start: TimeValue, budget: Budget): RuleSource {
  const rule = parseRule(text, start.isDate)
  const plan = planRule(rule, start.wall)
  const lastCounted = rule.count === undefined ? null : lastOfCount(plan, rule.count, budget)
  if (lastCounted !== null && !(rule.until && !rule.until.isUtc && rule.until.seconds < lastCounted)) {
    const until = { seconds: lastCounted, isUtc: false }
    return { plan: { ...plan, rule: { ...rule, until } }, lastInstant: utcUntil(plan) }
  }
  return { plan, lastInstant: utcUntil(plan) }
}

function utcUntil(plan: Plan): number | undefined {
  const { until } = plan.rule
  return until?.isUtc ? until.seconds : undefined
}

function lastInstantOf({ plan, lastInstant }: RuleSource, start: TimeValue): number {
  const { until } = plan.rule
  if (!until) return Number.POSITIVE_INFINITY
  const wallBound = until.isUtc ? Number.POSITIVE_INFINITY : instantOf({ ...start, wall: until.seconds })
  return Math.min(wallBound, lastInstant ?? Number.POSITIVE_INFINITY)
}

/** EXDATEs. A date given for a timed series excludes that day; a time given for an all-day series, the day it names. */
function readExclusions(event: Component, start: TimeValue, zones: ObjectZones) {
  const hidden = new Set<number>()
  const hiddenDays = new Set<number>()
  eachValue(event, 'EXDATE', zones, (source, text) => {
    const value = timeValue(source, zones, text, start.isDate ? zones.household : start.zone)
    if (value.isDate === start.isDate) hidden.add(instantOf(value))
    else hiddenDays.add(dayOfWall(value.wall))
  })
  return { hidden, hiddenDays }
}

function readAdded(event: Component, start: TimeValue, length: Length, zones: ObjectZones): AddedDate[] {
  const added: AddedDate[] = []
  eachValue(event, 'RDATE', zones, (source, text) => {
    const [first = '', second] = text.split('/')
    const floating = start.isDate ? zones.household : start.zone
    const value = alignedTo(start, timeValue(source, zones, first, floating))
    const instant = instantOf(value)
    if (second === undefined) added.push({ value, instant, end: endOf(value, instant, length) })
    // A PERIOD brings its own end, and so goes before a plain date of the same instant.
    else added.unshift({ value, instant, end: periodEnd(source, second, value, zones) })
  })
  return added
}

function periodEnd(source: Property, text: string, start: TimeValue, zones: ObjectZones): number {
  if (!/^[P+-]/i.test(text)) return instantOf(timeValue(source, zones, text, start.zone))
  const { days, seconds } = parseDuration(text)
  return toUtcSeconds(start.zone, start.wall + days * DAY) + seconds
}

/** An added date of the other kind takes the series' kind: a date gets its time of day, a time loses it. */
function alignedTo(start: TimeValue, value: TimeValue): TimeValue {
  if (value.isDate === start.isDate) return value
  if (start.isDate) return { isDate: true, wall: dayOfWall(value.wall) * DAY, zone: UTC }
  return { isDate: false, wall: value.wall + timeOfDay(start.wall), zone: start.zone }
}

function eachValue(
  event: Component,
  name: string,
  zones: ObjectZones,
  visit: (source: Property, text: string) => void,
): void {
  for (const source of properties(event, name)) {
    for (const text of listOf(source.value)) {
      try {
        visit(source, text)
      } catch {
        zones.problems.push(`unreadable ${name}`)
      }
    }
  }
}
