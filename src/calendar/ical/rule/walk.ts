import { DAY, dayNumber } from '../civil'
import { type Budget, Collector } from './collector'
import type { Plan } from './plan'
import { walkDays, walkMonths, walkWeeks, walkYears } from './walk-days'
import { walkTimes } from './walk-times'

export interface Walk {
  /** Wall-clock seconds, ascending within each period. */
  walls: number[]
  /** A limit ended the walk: there may be more instances. */
  isCut: boolean
}

const END_OF_TIME = dayNumber(10_000, 1, 1) * DAY
const LARGEST_COUNT = 100_000
const PLAIN_PERIODS = { WEEKLY: 7 * DAY, DAILY: DAY, HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const

/**
 * The instances of a rule in the wall-clock range [from, to], none before DTSTART; a wall-clock UNTIL is honoured, a
 * UTC one and COUNT are not (see `lastOfCount`). DTSTART itself stands in it only when it fits the rule.
 */
export function walkRule(plan: Plan, from: number, to: number, most: number, budget: Budget): Walk {
  const { until, frequency } = plan.rule
  const last = until && !until.isUtc ? Math.min(to, until.seconds) : to
  const first = Math.max(from, plan.start)
  if (last < first) return { walls: [], isCut: false }
  const collector = new Collector(first, last, most, budget)
  if (frequency === 'YEARLY') walkYears(plan, collector)
  else if (frequency === 'MONTHLY') walkMonths(plan, collector)
  else if (frequency === 'WEEKLY') walkWeeks(plan, collector)
  else if (frequency === 'DAILY') walkDays(plan, collector)
  else walkTimes(plan, frequency, collector)
  return { walls: collector.walls, isCut: collector.isFull }
}

/** The first instances of a rule, a wall-clock UNTIL honoured. */
export function firstInstances(plan: Plan, count: number, budget: Budget): Walk {
  return walkRule(plan, plan.start, END_OF_TIME, count, budget)
}

/**
 * Wall-clock seconds of the instance that COUNT makes the last one, before the start where it makes none; null when it
 * lies too far away to be found.
 */
export function lastOfCount(plan: Plan, count: number, budget: Budget): number | null {
  if (count === 0) return plan.start - 1
  const period = plainPeriod(plan)
  if (period !== null) return plan.start + (count - 1) * period
  if (count > LARGEST_COUNT) return null
  const walk = firstInstances(plan, count, budget)
  if (walk.walls.length === 0) return plan.start
  return walk.walls.length === count || !walk.isCut ? walk.walls.at(-1)! : null
}

/** Seconds between the instances of a rule that has no BYxxx part and no months or years, else null. */
function plainPeriod(plan: Plan): number | null {
  const { rule } = plan
  const { frequency } = rule
  if (frequency === 'YEARLY' || frequency === 'MONTHLY') return null
  const narrows = plan.hasDayFilter || rule.weekdays || rule.hours || rule.minutes || rule.seconds || rule.positions
  return narrows ? null : PLAIN_PERIODS[frequency] * rule.interval
}
