import { categoriesOf } from './categories'
import { dayOfWall } from './civil'
import { type Component, properties, property, textOf } from './parse'
import { type AddedDate, readAdded, readExclusions } from './recurrence-dates'
import type { Budget } from './rule/collector'
import { parseRule } from './rule/parse'
import { LARGEST_JUMP, type Plan, planRule } from './rule/plan'
import { lastOfCount } from './rule/walk'
import { endOf, instantOf, type Length, lengthOf, reachOf, startOf, type TimeValue } from './times'
import type { ObjectZones } from './zone/resolve'

/** What occurrences show. */
export interface Details {
  title: string
  location: string | null
  categories: readonly string[]
  isCancelled: boolean
  /** It takes up nobody's time (RFC 5545 3.8.2.7). */
  isTransparent: boolean
}

export interface RuleSource {
  plan: Plan
  /** UTC UNTIL in seconds. */
  lastInstant: number | undefined
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
  /** False: DTSTART is no instance either, since COUNT=0 leaves none. */
  hasStart: boolean
  /** Instants of instances that are excluded. */
  excluded: ReadonlySet<number>
  /** Days (of the series' own clock) excluded as a whole. */
  excludedDays: ReadonlySet<number>
  /** Instants of instances that overrides replace; all series of a group share it. */
  replaced: ReadonlySet<number>
  isRecurring: boolean
  /** Start of the first and end of the last instance, in seconds; Infinity: endless. */
  first: number
  last: number
}

const NOTHING: ReadonlySet<number> = new Set()
/** RFC 5545 3.8.5.3 advises against more than one. */
export const MAX_RULES = 50
const MAX_TEXT_LENGTH = 16_000

/** Reads a master. @throws IcalError when its start is unreadable; a bad rule or date is left out and reported */
export function readSeries(event: Component, zones: ObjectZones, budget: Budget): Series {
  const start = startOf(event, zones)
  const length = lengthOf(event, start, zones)
  const exclusions = readExclusions(event, start, zones, budget)
  const added = readAdded(event, start, length, zones, budget)
  const rules = readRules(event, 'RRULE', start, zones, budget)
  const instant = instantOf(start)
  const reach = reachOf(length)
  // The clock may jump between a bound and the instance it belongs to.
  const lastOfRules = rules.map((rule) => lastInstantOf(rule, start) + reach + LARGEST_JUMP)
  return {
    details: detailsOf(event),
    start,
    length,
    reach,
    rules,
    exclusionRules: readRules(event, 'EXRULE', start, zones, budget),
    added,
    hasStart: rules.length === 0 || rules.some(({ plan }) => plan.rule.count !== 0),
    ...exclusions,
    replaced: NOTHING,
    isRecurring: rules.length > 0 || added.length > 0,
    first: added.reduce((first, date) => Math.min(first, date.instant), instant),
    last: [...added.map((date) => date.end), ...lastOfRules].reduce(
      (last, end) => Math.max(last, end),
      endOf(start, instant, length),
    ),
  }
}

/** Whether an instance of a series, at its wall and its instant in seconds, is excluded or replaced by an override. */
export function isHidden({ excluded, excludedDays, replaced }: Series, wall: number, instant: number): boolean {
  if (excluded.has(instant) || replaced.has(instant)) return true
  return excludedDays.size > 0 && excludedDays.has(dayOfWall(wall))
}

/** What the cache keeps of an event beside its times. */
export function detailsOf(event: Component): Details {
  const location = textOf(event, 'LOCATION')
  return {
    title: ownText(textOf(event, 'SUMMARY') ?? ''),
    location: location ? ownText(location) : null,
    categories: categoriesOf(event),
    isCancelled: property(event, 'STATUS')?.value.toUpperCase() === 'CANCELLED',
    isTransparent: property(event, 'TRANSP')?.value.toUpperCase() === 'TRANSPARENT',
  }
}

/** A text to be kept, cut to what the cache keeps: a part of a text would hold on to the whole object. */
export function ownText(text: string): string {
  return Buffer.from(text.slice(0, MAX_TEXT_LENGTH)).toString()
}

function readRules(event: Component, name: string, start: TimeValue, zones: ObjectZones, budget: Budget): RuleSource[] {
  const sources: RuleSource[] = []
  for (const { value } of properties(event, name).slice(0, MAX_RULES)) {
    try {
      sources.push(readRule(value, start, budget))
    } catch (error) {
      zones.problems.push(error instanceof Error ? error.message : 'unreadable rule')
    }
  }
  return sources
}

/** COUNT becomes a wall-clock UNTIL here, once, so that no expansion walks from DTSTART. @throws IcalError */
export function readRule(text: string, start: TimeValue, budget: Budget): RuleSource {
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

/** The instant (UTC seconds) after which a rule has no instance; Infinity: endless. */
export function lastInstantOf({ plan, lastInstant }: RuleSource, start: TimeValue): number {
  const { until } = plan.rule
  if (!until) return Number.POSITIVE_INFINITY
  const wallBound = until.isUtc ? Number.POSITIVE_INFINITY : instantOf({ ...start, wall: until.seconds })
  return Math.min(wallBound, lastInstant ?? Number.POSITIVE_INFINITY)
}
