import { DAY, dayOfWall, formatDate, formatDateTime, timeOfDay } from '../civil'
import { type Component, properties } from '../parse'
import type { Budget } from '../rule/collector'
import { formatRule, parseRule, ruleParts } from '../rule/parse'
import { walkRule } from '../rule/walk'
import { MAX_RULES, type Series } from '../series'
import { endOf, instantOf, type Length, type TimeValue, wallOf } from '../times'
import { onClockOf, type PublishedZones } from './zones'

/** What looking for the start and the dates of a series on its rules may cost. */
const MAX_STEPS = 10_000

/** DTSTART, and DTEND or DURATION, as every reader understands them. */
export function spanLines(start: TimeValue, length: Length, zones: PublishedZones): string[] {
  const lines = [zones.line('DTSTART', start)]
  if (length.kind === 'nominal') return [...lines, `DURATION:${durationText(length)}`]
  const instant = instantOf(start)
  const end = endOf(start, instant, length)
  return end > instant ? [...lines, zones.line('DTEND', onClockOf(start, end))] : lines
}

const durationText = ({ days, seconds }: { days: number; seconds: number }) =>
  `P${days}D${seconds > 0 ? `T${seconds}S` : ''}`

/**
 * The rules and dates of a series. Its UNTILs stand as RFC 5545 3.3.10 wants them, its EXDATEs on the clock of its start;
 * `further` are instants (UTC seconds) that do not take place, either. `replaced` are those at which an override is
 * shown: an exclusion beside it, as Evolution writes one, hides the override from other readers.
 */
export function recurrenceLines(
  event: Component,
  series: Series,
  further: readonly number[],
  replaced: ReadonlySet<number>,
  zones: PublishedZones,
): string[] {
  const { start } = series
  const first = instantOf(start)
  const gone = new Set([...series.excluded, ...daysOf(series), ...further])
  if (!series.hasStart) gone.add(first)
  for (const instant of replaced) gone.delete(instant)
  const budget = { steps: MAX_STEPS }
  // RFC 5545 3.8.5.3 leaves open whether a start that no rule gives counts, and we show it.
  const isBeside = series.isRecurring && !gone.has(first) && !isOfRules(series, first, budget)
  // Readers of ical.js have twice what is said twice.
  const told = new Set(gone).add(first)
  const added = series.added.flatMap(({ value, instant, end }) => {
    const isOwnEnd = end !== endOf(value, instant, series.length) && !replaced.has(instant)
    if (isOwnEnd && !gone.has(instant)) return `RDATE;VALUE=PERIOD:${periodText(instant, end)}`
    if (told.has(instant) || isOfRules(series, instant, budget)) return []
    told.add(instant)
    return zones.line('RDATE', onClockOf(start, instant))
  })
  const exclusions = [...gone].toSorted((a, b) => a - b)
  return [
    ...rulesOf(event, 'RRULE', start),
    ...rulesOf(event, 'EXRULE', start),
    ...(isBeside ? [zones.line('RDATE', start)] : []),
    ...added,
    ...exclusions.map((instant) => zones.line('EXDATE', onClockOf(start, instant))),
  ]
}

/** Whether a rule gives the instant (UTC seconds). */
function isOfRules({ start, rules }: Series, instant: number, budget: Budget): boolean {
  const wall = wallOf(instant, start)
  if (instantOf({ ...start, wall }) !== instant) return false
  return rules.some(
    ({ plan, lastInstant = instant }) =>
      instant <= lastInstant && walkRule(plan, wall, wall + 1, 1, budget).walls.includes(wall),
  )
}

function rulesOf(event: Component, name: 'RRULE' | 'EXRULE', start: TimeValue): string[] {
  return properties(event, name)
    .slice(0, MAX_RULES)
    .flatMap(({ value }) => {
      const text = ruleText(value, start)
      return text === null ? [] : `${name}:${text}`
    })
}

/** The parts of a rule that are handed on; others are words of whoever wrote it. */
const DATE_PARTS = [
  ...['FREQ', 'UNTIL', 'COUNT', 'INTERVAL', 'WKST', 'RSCALE', 'SKIP', 'BYSETPOS'],
  ...['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY'],
]
const TIME_PARTS = ['BYHOUR', 'BYMINUTE', 'BYSECOND']

/** Null for a rule that cannot be followed. */
function ruleText(text: string, start: TimeValue): string | null {
  try {
    const { until, count } = parseRule(text, start.isDate)
    const told = new Set(start.isDate ? DATE_PARTS : [...DATE_PARTS, ...TIME_PARTS])
    const parts = new Map([...ruleParts(text)].filter(([name, value]) => told.has(name) && value !== ''))
    if (count === 0) return null
    if (count === undefined) parts.delete('COUNT')
    if (until !== undefined) {
      const instant = until.isUtc ? until.seconds : instantOf({ ...start, wall: until.seconds })
      parts.set('UNTIL', start.isDate ? formatDate(dayOfWall(until.seconds)) : `${formatDateTime(instant)}Z`)
    }
    return formatRule(parts)
  } catch {
    return null
  }
}

/** The instances on days that are excluded as a whole: at the start's time of the day. */
function daysOf({ excludedDays, start }: Series): number[] {
  return [...excludedDays].map((day) => instantOf({ ...start, wall: day * DAY + timeOfDay(start.wall) }))
}

const periodText = (from: number, to: number) => `${formatDateTime(from)}Z/${formatDateTime(to)}Z`
