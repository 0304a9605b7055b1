import { DAY, dateOf, dayAt, dayOf, weekdayOf } from './clock'

/** A rule without its bound, in RFC 5545's own parts. */
export interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval?: number
  /** `MO`, `2TU`, `-1FR`. */
  byDay?: string[]
  byMonthDay?: number[]
  byMonth?: number[]
  byYearDay?: number[]
  bySetPos?: number[]
  wkst?: string
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export function ruleText(rule: Rule): string {
  const parts: [string, unknown][] = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval],
    ['WKST', rule.wkst],
    ['BYMONTH', rule.byMonth],
    ['BYYEARDAY', rule.byYearDay],
    ['BYMONTHDAY', rule.byMonthDay],
    ['BYDAY', rule.byDay],
    ['BYSETPOS', rule.bySetPos],
  ]
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';')
}

/**
 * The days of a rule from `start` to `last` (day numbers), at most `most`: each period's days are tried one by one
 * (RFC 5545 3.3.10). `start` is among them only where the rule has it.
 */
export function daysOf(rule: Rule, start: number, last: number, most = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = []
  for (let index = 0; ; index += 1) {
    const [from, to] = period(rule, start, index * (rule.interval ?? 1))
    if (from > last) return found
    const days = Array.from({ length: to - from }, (_, offset) => from + offset).filter((day) => fits(rule, start, day))
    for (const day of atPositions(days, rule.bySetPos)) {
      if (day < start) continue
      if (day > last || found.length >= most) return found
      found.push(day)
    }
  }
}

/** First day of the period that many periods after the start's, and of the one behind it. */
function period(rule: Rule, start: number, distance: number): [number, number] {
  const { year, month } = dateOf(start)
  const weekStart = start - ((weekdayOf(start) - weekdayIndex(rule.wkst ?? 'MO') + 7) % 7)
  if (rule.freq === 'YEARLY') return [dayAt(year + distance, 1, 1), dayAt(year + distance + 1, 1, 1)]
  if (rule.freq === 'MONTHLY') return [dayAt(year, month + distance, 1), dayAt(year, month + distance + 1, 1)]
  if (rule.freq === 'WEEKLY') return [weekStart + 7 * distance, weekStart + 7 * distance + 7]
  return [start + distance, start + distance + 1]
}

function fits(rule: Rule, start: number, day: number): boolean {
  const { month, day: dayOfMonth, monthLength, dayOfYear, yearLength } = dateOf(day)
  const first = dateOf(start)
  const isNamed = (list: number[] | undefined, position: number, length: number) =>
    list === undefined || list.includes(position) || list.includes(position - length - 1)
  if (rule.byMonth && !rule.byMonth.includes(month)) return false
  if (!isNamed(rule.byMonthDay, dayOfMonth, monthLength)) return false
  if (!isNamed(rule.byYearDay, dayOfYear, yearLength)) return false
  if (rule.byDay) {
    const isOfYear = rule.freq === 'YEARLY' && !rule.byMonth
    const [position, length] = isOfYear ? [dayOfYear, yearLength] : [dayOfMonth, monthLength]
    return rule.byDay.some((name) => isWeekday(name, day, position, length))
  }
  if (rule.byMonthDay || rule.byYearDay || rule.freq === 'DAILY') return true
  if (rule.freq === 'WEEKLY') return weekdayOf(day) === weekdayOf(start)
  if (rule.freq === 'YEARLY' && !rule.byMonth && month !== first.month) return false
  return dayOfMonth === first.day
}

/** `position` and `length`: the day's in its month or year. */
function isWeekday(name: string, day: number, position: number, length: number): boolean {
  const nth = Number(name.slice(0, -2) || 0)
  if (weekdayOf(day) !== weekdayIndex(name)) return false
  return nth === 0 || nth === Math.ceil(position / 7) || nth === -Math.ceil((length - position + 1) / 7)
}

function atPositions(days: number[], positions: number[] | undefined): number[] {
  if (!positions) return days
  const chosen = positions.map((position) => days.at(position > 0 ? position - 1 : position))
  return [...new Set(chosen.filter((day) => day !== undefined))].sort((a, b) => a - b)
}

export function weekdayIndex(name: string): number {
  return (WEEKDAYS as readonly string[]).indexOf(name.slice(-2))
}

export const weekdayName = (wall: number) => WEEKDAYS[weekdayOf(dayOf(wall))]!

/** Which of its weekday a day is in its month, and whether it is the last. */
export function ordinalOf(wall: number): { nth: number; isLast: boolean } {
  const { day, monthLength } = dateOf(dayOf(wall))
  return { nth: Math.ceil(day / 7), isLast: day + 7 > monthLength }
}

/** The n-th of a weekday in the month of a day, at midnight; null when that month has none. */
export function nthWeekday(wall: number, nth: number, name: string): number | null {
  const { year, month, monthLength } = dateOf(dayOf(wall))
  const first = dayAt(year, month, 1)
  const days = Array.from({ length: monthLength }, (_, offset) => first + offset)
  const day = days.filter((each) => weekdayOf(each) === weekdayIndex(name)).at(nth > 0 ? nth - 1 : nth)
  return day === undefined ? null : day * DAY
}

/** The parts of a rule's text that `Rule` has. */
export function parsedRule(text: string): Rule {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]))
  const list = (name: string) => parts.get(name)?.split(',')
  const numbers = (name: string) => list(name)?.map(Number)
  return {
    freq: parts.get('FREQ') as Rule['freq'],
    interval: Number(parts.get('INTERVAL') ?? 1),
    byDay: list('BYDAY'),
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH'),
    byYearDay: numbers('BYYEARDAY'),
    bySetPos: numbers('BYSETPOS'),
    wkst: parts.get('WKST'),
  }
}
