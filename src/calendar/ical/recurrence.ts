import { civilOf, DAY, dayOfWall, formatDate, formatDateTime, timeOfDay, weekdayOf } from './civil'
import { parseRule, type Rule, WEEKDAYS } from './rule/parse'
import { instantOf, type TimeValue, wallOf } from './times'
import { toUtcSeconds, toWallSeconds, type Zone } from './zone/table'

/** Rules of a day or longer, which take their time of day from the start. */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** The bound of a rule: neither, or one of both. */
export interface Bound {
  /** Day number of the last day, in the household zone. */
  untilDay?: number
  count?: number
}

/** What a rule takes from its DTSTART. */
interface RuleStart {
  isDate: boolean
  /** Written without a zone. */
  isFloating: boolean
  household: Zone
}

/** The BYxxx parts that would only repeat what the rule takes from its start anyway (RFC 5545 3.3.10). */
export function impliedParts(parts: Map<string, string>, { wall, isDate }: TimeValue): Record<string, string> {
  const day = dayOfWall(wall)
  const { month, day: dayOfMonth } = civilOf(day)
  const frequency = parts.get('FREQ')
  const implied: Record<string, string> = {}
  if (frequency === 'WEEKLY') implied.BYDAY = WEEKDAYS[weekdayOf(day)]!
  if (frequency === 'MONTHLY') implied.BYMONTHDAY = String(dayOfMonth)
  if (frequency === 'YEARLY') implied.BYMONTH = String(month)
  // Without BYMONTH a yearly BYMONTHDAY means that day of every month.
  if (frequency === 'YEARLY' && parts.has('BYMONTH')) implied.BYMONTHDAY = String(dayOfMonth)
  return isDate || !FREQUENCIES.includes(frequency ?? '') ? implied : { ...implied, ...impliedTimes(timeOfDay(wall)) }
}

function impliedTimes(time: number): Record<string, string> {
  return {
    BYHOUR: String(Math.floor(time / 3600)),
    BYMINUTE: String(Math.floor((time % 3600) / 60)),
    BYSECOND: String(time % 60),
  }
}

/** The rule with its bound replaced. */
export function withBound(text: string, bound: Bound, start: RuleStart): string {
  const kept = text
    .split(';')
    .filter((part) => part.trim() !== '' && !/^\s*(?:UNTIL|COUNT)\s*=/i.test(part))
    .join(';')
  return kept + boundParts(bound, start)
}

function boundParts({ untilDay, count }: Bound, start: RuleStart): string {
  if (untilDay !== undefined) return `;UNTIL=${untilText(untilDay, start)}`
  return count === undefined ? '' : `;COUNT=${count}`
}

/**
 * UNTIL that makes a household day the last one. RFC 5545 3.3.10: a DATE where the start is one, local where it floats,
 * else UTC. A DATE beside a timed start loses the last day in most clients.
 */
export function untilText(day: number, { isDate, isFloating, household }: RuleStart): string {
  if (isDate) return formatDate(day)
  const endOfDay = day * DAY + DAY - 1
  return isFloating ? formatDateTime(endOfDay) : `${formatDateTime(toUtcSeconds(household, endOfDay))}Z`
}

/** The bound of a rule as the form shows it. */
export function boundOf(text: string, start: TimeValue, household: Zone): Bound {
  const rule = parseRule(text, start.isDate)
  if (rule.until) return { untilDay: lastDay(rule.until, start, household) }
  // A form counts from 1.
  return rule.count ? { count: rule.count } : {}
}

/**
 * The household day of the last instance UNTIL leaves room for: on the series' own clock, the day before when it ends
 * too early.
 */
export function lastDay(until: NonNullable<Rule['until']>, start: TimeValue, household: Zone): number {
  if (start.isDate) return dayOfWall(until.seconds)
  const instant = until.isUtc ? until.seconds : instantOf({ ...start, wall: until.seconds })
  const wall = wallOf(instant, start)
  const startTime = timeOfDay(start.wall)
  const day = timeOfDay(wall) < startTime ? dayOfWall(wall) - 1 : dayOfWall(wall)
  return dayOfWall(toWallSeconds(household, instantOf({ ...start, wall: day * DAY + startTime })))
}
