import { civilOf, DAY, dayOfWall } from './civil'
import { impliedParts } from './recurrence'
import { formatRule, parseRule, type Rule, ruleParts, WEEKDAYS, type Weekday } from './rule/parse'
import { planRule } from './rule/plan'
import { firstInstances } from './rule/walk'
import type { TimeValue } from './times'

export const PRESETS = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type RecurrencePreset = (typeof PRESETS)[number]

/** A rule as the event form says it. What it leaves out it takes from its start. */
export interface RecurrenceRule {
  frequency: RecurrencePreset
  /** 1 to `MAX_INTERVAL`, 1 when absent. */
  interval?: number
  /** Of weeks; beside `nth` of months and years. */
  weekdays?: Weekday[]
  /** Which of these weekdays in their month: 1 to 5, or -1 for the last. */
  nth?: number
  /** 1 to 31, or -1 for the last; of months and years. */
  monthDay?: number
}

export type Recurrence = RecurrencePreset | RecurrenceRule

export const MAX_INTERVAL = 999

/** Whether a number may count weekdays within a month: 1 to 5, or -1 for the last. */
export const isNth = (value: number) => value === -1 || (value >= 1 && value <= 5)
/** Whether a number may be a day of a month: 1 to 31, or -1 for the last. */
export const isMonthDay = (value: number) => value === -1 || (value >= 1 && value <= 31)

/**
 * The RRULE text of a recurrence that starts on a day (its number), without a bound. In a yearly rule its days are those
 * of that day's month: without BYMONTH they would be of every month, or count within the year (RFC 5545 3.3.10).
 */
export function ruleOf(recurrence: Recurrence, day: number): string {
  const rule: RecurrenceRule = typeof recurrence === 'string' ? { frequency: recurrence } : recurrence
  const { frequency, interval = 1, weekdays = [], nth = '', monthDay } = rule
  const namesDays = weekdays.length > 0 || monthDay !== undefined
  const parts = new Map([['FREQ', frequency.toUpperCase()]])
  if (interval > 1) parts.set('INTERVAL', String(interval))
  if (frequency === 'yearly' && namesDays) parts.set('BYMONTH', String(civilOf(day).month))
  if (monthDay !== undefined) parts.set('BYMONTHDAY', String(monthDay))
  if (weekdays.length > 0)
    parts.set(
      'BYDAY',
      inWeek(weekdays)
        .map((weekday) => `${nth}${weekday}`)
        .join(','),
    )
  return formatRule(parts)
}

/**
 * What a rule amounts to for a series with that start: a preset where one says it, also where the rule repeats its
 * start, as `BYDAY=MO` on a Monday.
 * @throws IcalError for a rule that cannot be read
 */
export function recurrenceOf(text: string, start: TimeValue): Recurrence | 'custom' {
  const parts = ruleParts(text)
  const frequency = PRESETS.find((preset) => preset.toUpperCase() === parts.get('FREQ'))
  if (frequency === undefined) return 'custom'
  const said = saidBy(parts, start)
  if (said.size === 0) return frequency
  const rule = parseRule(text, start.isDate)
  const days = rule.interval > MAX_INTERVAL ? null : daysOf(rule, parts, said)
  if (days === null) return 'custom'
  // Every day but some of the week is every week on the others.
  const isWeekly = frequency === 'daily' && days.weekdays !== undefined
  const interval = rule.interval === 1 ? {} : { interval: rule.interval }
  return { frequency: isWeekly ? 'weekly' : frequency, ...interval, ...days }
}

/** Equal exactly when two recurrences of the same start mean the same. */
export function meaningOf(recurrence: Recurrence | 'none' | 'custom'): string {
  return recurrence === 'none' || recurrence === 'custom' ? recurrence : ruleOf(recurrence, 0)
}

/**
 * The first day, from a day (number) on, that a recurrence has, wherever its intervals begin; null where there is none.
 */
export function firstDayOf(recurrence: Recurrence, day: number): number | null {
  if (typeof recurrence === 'string') return day
  const rule = parseRule(ruleOf({ ...recurrence, interval: 1 }, day), true)
  const { walls } = firstInstances(planRule(rule, day * DAY), 1, { steps: MAX_STEPS })
  return walls[0] === undefined ? null : dayOfWall(walls[0])
}

/** Work that looking for it may cost: a fifth Sunday of February comes within forty years. */
const MAX_STEPS = 60_000

type Parts = ReadonlyMap<string, string>
type Days = Pick<RecurrenceRule, 'weekdays' | 'nth' | 'monthDay'>

/** Parts that say nothing more than FREQ does, whatever the start. */
const SILENT_PARTS = ['FREQ', 'WKST', 'UNTIL', 'COUNT', 'RSCALE']
const SILENT_VALUES: Record<string, string> = { INTERVAL: '1', SKIP: 'OMIT' }
const EXPRESSIBLE_PARTS = ['INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS']

/** The parts that say more than FREQ and the start do. */
function saidBy(parts: Map<string, string>, start: TimeValue): Parts {
  const implied = impliedParts(parts, start)
  const isSilent = ([name, value]: [string, string]) =>
    SILENT_PARTS.includes(name) || value === SILENT_VALUES[name] || value === implied[name]
  return new Map([...parts].filter((part) => !isSilent(part)))
}

/** The days of a rule, null where the form cannot say them. */
function daysOf(rule: Rule, parts: Parts, said: Parts): Days | null {
  if ([...said.keys()].some((name) => !EXPRESSIBLE_PARTS.includes(name))) return null
  if (said.has('BYDAY')) return parts.has('BYMONTHDAY') ? null : weekdaysOf(rule, parts)
  if (said.has('BYSETPOS')) return null
  return said.has('BYMONTHDAY') ? monthDayOf(rule) : {}
}

function weekdaysOf(rule: Rule, parts: Parts): Days | null {
  const { frequency, interval, weekStart, weekdays = [], positions = [] } = rule
  const named = inWeek(weekdays.map(({ weekday }) => WEEKDAYS[weekday]!))
  const ordinals = new Set(weekdays.map(({ ordinal }) => ordinal))
  const [ordinal = 0] = ordinals
  if (ordinals.size !== 1) return null
  if (frequency === 'MONTHLY' || (frequency === 'YEARLY' && parts.has('BYMONTH'))) {
    const nth = positions.length === 1 && named.length === 1 && ordinal === 0 ? positions[0]! : ordinal
    const isSaid = isNth(nth) && (positions.length === 0 || ordinal === 0)
    return isSaid ? { weekdays: named, nth } : null
  }
  // Where a week begins matters to every second one.
  const isPlain = ordinal === 0 && positions.length === 0 && (interval === 1 || weekStart === 0)
  return isPlain && (frequency === 'WEEKLY' || (frequency === 'DAILY' && interval === 1)) ? { weekdays: named } : null
}

function monthDayOf({ frequency, months, monthDays = [] }: Rule): Days | null {
  const [monthDay = 0] = monthDays
  const isOfMonths = frequency === 'MONTHLY' || (frequency === 'YEARLY' && months !== undefined)
  return isOfMonths && monthDays.length === 1 && isMonthDay(monthDay) ? { monthDay } : null
}

/** In the order of the week, each once. */
function inWeek(weekdays: readonly Weekday[]): Weekday[] {
  return WEEKDAYS.filter((weekday) => weekdays.includes(weekday))
}
