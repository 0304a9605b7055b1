import { DAY, formatDate, formatDateTime, timeOfDay } from '../civil'
import { IcalError } from '../error'
import type { Budget } from '../rule/collector'
import { formatRule, isSubDaily, ruleParts, WEEKDAYS } from '../rule/parse'
import { slackOf } from '../rule/plan'
import { firstInstances, walkRule } from '../rule/walk'
import { lastInstantOf, MAX_RULES, type RuleSource, readRule } from '../series'
import { instantOf, type Place, type TimeValue, wallOf } from '../times'
import { toWallSeconds } from '../zone/table'
import type { Block } from './document'
import { readable } from './instances'

/** A rule of a series that is divided. */
export interface SplitRule extends RuleSource {
  text: string
  start: TimeValue
}

/** Instances that are compared to tell whether a rule goes on as before. */
const SAMPLE = 60
const HORIZON = 200 * 366 * DAY
const MAX_COUNTED = 100_000

/** @throws IcalError for a rule that cannot be read */
export function splitRule(text: string, start: TimeValue, budget: Budget): SplitRule {
  return { ...readRule(text, start, budget), text, start }
}

/** The rules of that name that can be read, as many as are. */
export function rulesOf(event: Block, name: 'RRULE' | 'EXRULE', start: TimeValue, budget: Budget): SplitRule[] {
  const sources = event.properties(name).slice(0, MAX_RULES)
  return sources.flatMap(({ value }) => readable(() => splitRule(value, start, budget)) ?? [])
}

/** Wall-clock seconds of the rule's first instances. */
export function firstOfRule(rule: SplitRule, most: number, budget: Budget): number[] {
  const { plan, start } = rule
  const last = lastInstantOf(rule, start)
  return firstInstances(plan, most, budget).walls.filter((wall) => instantOf({ ...start, wall }) <= last)
}

/** Wall-clock seconds of the rule's first instances that begin at an instant (UTC seconds) or later. */
export function instancesFrom(rule: SplitRule, instant: number, budget: Budget): number[] {
  const { plan, start } = rule
  const last = lastInstantOf(rule, start)
  if (last < instant) return []
  const wall = wallOf(instant, start)
  const slack = slackOf(plan)
  const horizon = Math.min(wall + HORIZON, last + DAY)
  const near = walkRule(plan, wall - slack, wall + slack, MAX_COUNTED, budget)
  const far = walkRule(plan, wall + slack + 1, horizon, SAMPLE, budget)
  return [...near.walls, ...far.walls]
    .filter((one) => {
      const begin = instantOf({ ...start, wall: one })
      return begin >= instant && begin <= last
    })
    .slice(0, SAMPLE)
}

/**
 * The rule as it ends before an instant (UTC seconds). Null: it has ended by then; '': it has no instance before.
 * RFC 5545 3.3.10: UNTIL is a date where the start is one, local where it floats, else UTC.
 * @throws IcalError for more instances than can be counted
 */
export function ruleBefore(rule: SplitRule, start: Place, instant: number, budget: Budget): string | null {
  const { plan, text } = rule
  const [next] = instancesFrom(rule, instant, budget)
  if (next === undefined) return null
  const [first] = firstOfRule(rule, 1, budget)
  if (first === undefined || instantOf({ ...start.value, wall: first }) >= instant) return ''
  const parts = ruleParts(text)
  if (plan.rule.count !== undefined) parts.set('COUNT', String(countBefore(rule, instant, budget)))
  else {
    parts.delete('COUNT')
    parts.set('UNTIL', untilBefore(start, next, instant))
  }
  return formatRule(parts)
}

/**
 * The rule of a series that begins at one of its later instances (`wall`, of this or another of its rules) and goes on
 * as before. '': nothing of it is left; null: a rule cannot say that.
 * @throws IcalError for more instances than can be counted
 */
export function ruleFrom(rule: SplitRule, wall: number, budget: Budget): string | null {
  const start = { ...rule.start, wall }
  const instant = instantOf(start)
  const rest = instancesFrom(rule, instant, budget)
  if (rest.length === 0) return ''
  const { count } = rule.plan.rule
  const text =
    count === undefined
      ? rule.text
      : withParts(rule.text, { COUNT: String(count - countBefore(rule, instant, budget)) })
  const goesOn = (candidate: string) => {
    const again = readable(() => splitRule(candidate, start, budget))
    return again !== null && Bun.deepEquals(instancesFrom(again, instant, budget), rest)
  }
  return [text, withParts(text, partsFromStart(rule, wall))].find(goesOn) ?? null
}

/** What the rule takes from its start and would not take from the new one, written out (RFC 5545 3.3.10). */
function partsFromStart({ plan, start }: SplitRule, wall: number): Record<string, string> {
  const { rule, months, monthDays, weekdays } = plan
  const time = timeOfDay(start.wall)
  const hasTimes = time !== timeOfDay(wall) && !isSubDaily(rule)
  return {
    ...(months && !rule.months ? { BYMONTH: months.join() } : {}),
    ...(monthDays && !rule.monthDays ? { BYMONTHDAY: monthDays.join() } : {}),
    ...(weekdays && !rule.weekdays ? { BYDAY: weekdays.map(({ weekday }) => WEEKDAYS[weekday]).join() } : {}),
    ...(hasTimes && !rule.hours ? { BYHOUR: String(Math.floor(time / 3600)) } : {}),
    ...(hasTimes && !rule.minutes ? { BYMINUTE: String(Math.floor((time % 3600) / 60)) } : {}),
    ...(hasTimes && !rule.seconds ? { BYSECOND: String(time % 60) } : {}),
  }
}

/** COUNT counts what the rule makes, excluded instances among it, and no RDATE. */
function countBefore({ plan, start }: SplitRule, instant: number, budget: Budget): number {
  const to = wallOf(instant, start) + slackOf(plan)
  const { walls, isCut } = walkRule(plan, plan.start, to, MAX_COUNTED, budget)
  if (isCut) throw new IcalError('series too long to be divided')
  return walls.filter((wall) => instantOf({ ...start, wall }) < instant).length
}

function untilBefore({ clock, value }: Place, next: number, instant: number): string {
  if (value.isDate) return formatDate(Math.floor((next - 1) / DAY))
  if (clock.kind !== 'floating') return `${formatDateTime(instant - 1)}Z`
  // In a gap of the household's clock an end would be read as a later one.
  const shown = toWallSeconds(value.zone, instantOf({ ...value, wall: next - 1 }))
  return formatDateTime(2 * (next - 1) - shown)
}

/** The rule with these parts, each in the place of its namesake or at the end. */
export function withParts(text: string, added: Record<string, string>): string {
  const parts = ruleParts(text)
  for (const [name, value] of Object.entries(added)) parts.set(name, value)
  return formatRule(parts)
}
