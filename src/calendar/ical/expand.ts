import { Allowance } from './allowance'
import { DAY, dayOfWall } from './civil'
import { type Occurrence, type OccurrenceSink, Occurrences, type Window } from './occurrences'
import { type Override, type Prepared, type PreparedGroup, rangeReach } from './prepare'
import { isSubDaily } from './rule/parse'
import { LARGEST_JUMP, slackOf } from './rule/plan'
import { walkRule } from './rule/walk'
import { isHidden, type RuleSource, type Series } from './series'
import { endOf, instantOf, type TimeValue } from './times'
import { toUtcSeconds, toWallSeconds, UTC, type Zone } from './zone/table'

export { Allowance } from './allowance'
export type { Occurrence } from './occurrences'
export { type Prepared, prepare } from './prepare'

export type Report = (problem: string) => void

/** Reported for an object that exceeds its allowance. */
export const CUT_SHORT = 'more occurrences than are shown'

/** More than can be shown, since a walk starts before the window. */
const MAX_INSTANCES = 20_000
/** Nothing that repeats within a day lasts longer; a year-long one of every minute would be all there is. */
const MAX_SHORT_REACH = 31 * DAY

/**
 * Occurrences that overlap the instants [fromMs, toMs), in order of start. An all-day one counts as the household days
 * it covers, one without length when it starts inside. Cancelled ones are left out. Never throws: what goes wrong or is
 * cut short, as more than 5,000 occurrences are, is told to `report` in words without contents. `allowance` is shared
 * by the objects of one request or tick.
 */
export function expand(
  prepared: Prepared,
  fromMs: number,
  toMs: number,
  household: Zone,
  report: Report = () => {},
  allowance: Allowance = new Allowance(),
): Occurrence[] {
  for (const problem of prepared.problems) report(problem)
  const found = new Occurrences(windowOf(fromMs, toMs, household), allowance.share())
  try {
    for (const group of prepared.groups) expandGroup(group, found)
  } catch {
    report('expansion failed')
  }
  allowance.charge(found.spent())
  if (found.isCut) report(CUT_SHORT)
  return found.inOrder()
}

function windowOf(fromMs: number, toMs: number, household: Zone): Window {
  const from = fromMs / 1000
  const to = toMs / 1000
  const fromDay = dayOfWall(toWallSeconds(household, from)) * DAY
  const toDay = (dayOfWall(toWallSeconds(household, to - 0.001)) + 1) * DAY
  return { from, to, fromDay, toDay }
}

/** Adds every occurrence of the events of one UID that may overlap the sink's window, and maybe others. */
export function expandGroup(group: PreparedGroup, found: OccurrenceSink): void {
  found.uid = group.uid
  for (const { details, start, startInstant, end, replaces } of group.overrides) {
    found.add(details, start.isDate, startInstant, end, replaces)
  }
  for (const series of group.series) {
    if (isSingleSource(series, group)) expandRule(series, found)
    else expandSeries(series, group, found)
  }
}

/** One rule or none, and nothing else. */
function isSingleSource(series: Series, group: PreparedGroup): boolean {
  const sources = series.rules.length + series.added.length + series.exclusionRules.length
  return sources === series.rules.length && sources <= 1 && group.ranges.length === 0
}

function expandRule(series: Series, found: OccurrenceSink): void {
  const { start, length, details, isRecurring } = series
  const seen = new Set<number>()
  const visit = (wall: number, instant: number) => {
    if (seen.has(instant)) return
    seen.add(instant)
    if (isHidden(series, wall, instant)) return
    const end =
      length.kind === 'exact'
        ? instant + length.seconds
        : endOf({ isDate: start.isDate, wall, zone: start.zone }, instant, length)
    found.add(
      details,
      start.isDate,
      instant,
      end,
      isRecurring ? { isDate: start.isDate, wall, zone: start.zone, instant } : null,
    )
  }
  if (series.hasStart) visit(start.wall, instantOf(start))
  const rule = series.rules[0]
  if (!rule) return
  for (const wall of instancesOf(rule, series, found, 0)) {
    visit(wall, start.isDate ? wall : toUtcSeconds(start.zone, wall))
  }
}

function expandSeries(series: Series, group: PreparedGroup, found: OccurrenceSink): void {
  const { start, length, details } = series
  const reach = rangeReach(group.ranges)
  const seen = new Set<number>(excludedByRules(series, found, reach))
  const visit = (value: TimeValue, instant: number, end: number) => {
    if (seen.has(instant)) return
    seen.add(instant)
    if (isHidden(series, value.wall, instant)) return
    const instance = { isDate: value.isDate, wall: value.wall, zone: value.zone, instant }
    const range = rangeFor(group.ranges, start.isDate, instant)
    if (!range) {
      found.add(details, value.isDate, instant, end, instance)
      return
    }
    const moved = movedBy(range, value, instant)
    const movedInstant = instantOf(moved)
    found.add(range.details, moved.isDate, movedInstant, endOf(moved, movedInstant, range.length), instance)
  }
  // Added dates come first: a PERIOD that names an instance of the rule decides its end.
  for (const { value, instant, end } of series.added) visit(value, instant, end)
  const first = instantOf(start)
  if (series.hasStart) visit(start, first, endOf(start, first, length))
  for (const rule of series.rules) {
    for (const wall of instancesOf(rule, series, found, reach)) {
      const value = { isDate: start.isDate, wall, zone: start.zone }
      const instant = instantOf(value)
      visit(value, instant, endOf(value, instant, length))
    }
  }
}

function excludedByRules(series: Series, found: OccurrenceSink, reach: number): number[] {
  return series.exclusionRules.flatMap((rule) =>
    instancesOf(rule, series, found, reach).map((wall) => instantOf({ ...series.start, wall })),
  )
}

/** Wall-clock instances of a rule that may overlap the window, widened by `reach` seconds. */
function instancesOf(rule: RuleSource, series: Series, found: OccurrenceSink, reach: number): number[] {
  if (found.isCut) return []
  const { start } = series
  const { window } = found
  const { plan, lastInstant } = rule
  const reachBack = isSubDaily(plan.rule) ? Math.min(series.reach + reach, MAX_SHORT_REACH) : series.reach + reach
  const from = (start.isDate ? window.fromDay : window.from) - reachBack
  const to = (start.isDate ? window.toDay : window.to) + reach
  const slack = slackOf(plan)
  const firstWall = toWallSeconds(start.zone, from) - slack
  const lastWall = toWallSeconds(start.zone, to) + slack
  const { walls, isCut } = walkRule(plan, firstWall, lastWall, MAX_INSTANCES, found.budget)
  if (isCut) found.isCut = true
  if (lastInstant === undefined || lastInstant > to + LARGEST_JUMP) return walls
  return walls.filter((wall) => toUtcSeconds(start.zone, wall) <= lastInstant)
}

/** The latest override with RANGE=THISANDFUTURE before the instance. */
function rangeFor(ranges: Override[], isDate: boolean, instant: number): Override | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.replaces.instant < instant) low = middle + 1
    else high = middle
  }
  const latest = ranges[low - 1]
  return latest?.replaces.isDate === isDate ? latest : undefined
}

/** The instance moved as far on the wall clock as the override moved its own. */
function movedBy(range: Override, value: TimeValue, instant: number): TimeValue {
  const { start, replaces } = range
  if (value.isDate && start.isDate) return { isDate: true, wall: value.wall + start.wall - replaces.wall, zone: UTC }
  const delta = start.wall - toWallSeconds(start.zone, replaces.instant)
  return { isDate: false, wall: toWallSeconds(start.zone, instant) + delta, zone: start.zone }
}
