import { civilOf, DAY, dayOfWall, formatDate, formatDateTime, timeOfDay, weekdayOf } from './civil'
import { formatRule, parseRule, type Rule, ruleParts, WEEKDAYS } from './rule/parse'
import { instantOf, type TimeValue, wallOf } from './times'
import { toUtcSeconds, toWallSeconds, type Zone } from './zone/table'

export type RecurrencePreset = 'daily' | 'weekly' | 'monthly' | 'yearly'

const PRESETS: Record<string, RecurrencePreset> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
}
/** Parts that say nothing more than FREQ does, whatever the start. */
const SILENT_PARTS = new Set(['FREQ', 'WKST', 'UNTIL', 'COUNT', 'RSCALE'])
const SILENT_VALUES: Record<string, string> = { INTERVAL: '1', SKIP: 'OMIT' }

/** The bound of a rule: neither, or one of both. */
export interface Bound {
  /** Day number of the last day, in the household zone. */
  untilDay?: number
  count?: number
}

/** What a rule has to know of the start it belongs to. */
export interface RuleStart {
  isDate: boolean
  /** Written without a zone. */
  isFloating: boolean
  household: Zone
}

/** The preset a rule amounts to for a series with that start: also when it repeats what DTSTART says, as `BYDAY=MO` on a Monday. */
export function presetOf(text: string, start: TimeValue): RecurrencePreset | 'custom' {
  const parts = ruleParts(text)
  const preset = PRESETS[parts.get('FREQ') ?? '']
  const speaking = [...parts.keys()].filter(
    (name) => !SILENT_PARTS.has(name) && parts.get(name) !== SILENT_VALUES[name],
  )
  return preset && repeatsStart(preset, speaking, parts, start) ? preset : 'custom'
}

function repeatsStart(
  preset: RecurrencePreset,
  names: string[],
  parts: Map<string, string>,
  start: TimeValue,
): boolean {
  const day = dayOfWall(start.wall)
  const { month, day: dayOfMonth } = civilOf(day)
  const implied: Record<string, string> = {}
  if (preset === 'weekly') implied.BYDAY = WEEKDAYS[weekdayOf(day)]!
  if (preset === 'monthly') implied.BYMONTHDAY = String(dayOfMonth)
  if (preset === 'yearly') implied.BYMONTH = String(month)
  // Without BYMONTH a yearly BYMONTHDAY means that day of every month.
  if (preset === 'yearly' && parts.has('BYMONTH')) implied.BYMONTHDAY = String(dayOfMonth)
  return names.every((name) => parts.get(name) === implied[name])
}

/** The rule text of a preset. */
export function presetRule(preset: RecurrencePreset, bound: Bound, start: RuleStart): string {
  return `FREQ=${preset.toUpperCase()}${boundParts(bound, start)}`
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
 * UNTIL that makes a household day the last one. RFC 5545 3.3.10: a DATE where the start is one, local where it floats, else UTC.
 * A DATE beside a timed start loses the last day in most clients.
 */
function untilText(day: number, { isDate, isFloating, household }: RuleStart): string {
  if (isDate) return formatDate(day)
  const endOfDay = day * DAY + DAY - 1
  return isFloating ? formatDateTime(endOfDay) : `${formatDateTime(toUtcSeconds(household, endOfDay))}Z`
}

/** The bound of a rule text as people read it. */
export function boundOf(text: string, start: TimeValue, household: Zone): Bound {
  const rule = parseRule(text, start.isDate)
  if (rule.until) return { untilDay: lastDay(rule.until, start, household) }
  // A form counts from 1.
  return rule.count ? { count: rule.count } : {}
}

/** The household day of the last instance UNTIL leaves room for: on the series' own clock, the day before when it ends too early. */
function lastDay(until: NonNullable<Rule['until']>, start: TimeValue, household: Zone): number {
  if (start.isDate) return dayOfWall(until.seconds)
  const instant = until.isUtc ? until.seconds : instantOf({ ...start, wall: until.seconds })
  const wall = wallOf(instant, start)
  const startTime = timeOfDay(start.wall)
  const day = timeOfDay(wall) < startTime ? dayOfWall(wall) - 1 : dayOfWall(wall)
  return dayOfWall(toWallSeconds(household, instantOf({ ...start, wall: day * DAY + startTime })))
}

/**
 * The rule of a series whose start moves: what it repeats of the old start follows to the new one, weekdays turn with it, and UNTIL
 * keeps its day. The text stays as it is when nothing of this applies.
 */
export function movedRule(text: string, from: TimeValue, to: TimeValue, household: Zone, isFloating: boolean): string {
  const parts = ruleParts(text)
  const days = dayOfWall(to.wall) - dayOfWall(from.wall)
  const changes = [
    days !== 0 && moveDays(parts, text, from, to, days),
    moveUntil(parts, text, from, to, household, isFloating),
  ]
  return changes.some(Boolean) ? formatRule(parts) : text
}

function moveDays(parts: Map<string, string>, text: string, from: TimeValue, to: TimeValue, days: number): boolean {
  const before = formatRule(parts)
  const byDay = parts.get('BYDAY')
  if (presetOf(text, from) !== 'custom') {
    for (const name of ['BYDAY', 'BYMONTHDAY', 'BYMONTH']) parts.delete(name)
  } else if (parts.get('FREQ') === 'WEEKLY' && byDay && /^[A-Z,\s]+$/.test(byDay)) {
    parts.set(
      'BYDAY',
      byDay
        .split(',')
        .map((name) => turned(name.trim(), days))
        .join(','),
    )
    // The week turns too, or every second week would be cut at another place.
    if (parts.has('WKST') || parts.has('INTERVAL')) parts.set('WKST', turned(parts.get('WKST') ?? 'MO', days))
  } else if (parts.get('FREQ') === 'MONTHLY' && byDay) {
    const moved = movedOrdinal(byDay, from, to)
    if (moved) parts.set('BYDAY', moved)
  }
  return formatRule(parts) !== before
}

function turned(weekday: string, days: number): string {
  const index = WEEKDAYS.indexOf(weekday)
  return index < 0 ? weekday : WEEKDAYS[(((index + days) % 7) + 7) % 7]!
}

/** `2TU` of a series that starts on a second Tuesday, for a new start; null when it says something else. */
function movedOrdinal(byDay: string, from: TimeValue, to: TimeValue): string | null {
  const match = /^\+?([1-5])([A-Z]{2})$/.exec(byDay)
  const old = ordinalOf(from)
  if (!match || Number(match[1]) !== old.ordinal || match[2] !== old.weekday) return null
  const next = ordinalOf(to)
  return `${next.ordinal}${next.weekday}`
}

function ordinalOf({ wall }: TimeValue): { ordinal: number; weekday: string } {
  const day = dayOfWall(wall)
  return { ordinal: Math.ceil(civilOf(day).day / 7), weekday: WEEKDAYS[weekdayOf(day)]! }
}

function moveUntil(
  parts: Map<string, string>,
  text: string,
  from: TimeValue,
  to: TimeValue,
  household: Zone,
  isFloating: boolean,
): boolean {
  const old = parseRule(text, from.isDate).until
  const kept = parseRule(text, to.isDate).until
  if (!old || !kept) return false
  const day = lastDay(old, from, household)
  if (from.isDate === to.isDate && lastDay(kept, to, household) === day) return false
  parts.set('UNTIL', untilText(day, { isDate: to.isDate, isFloating, household }))
  return true
}
