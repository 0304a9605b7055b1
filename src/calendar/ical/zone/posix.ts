import { civilOf, DAY, dayNumber, dayOfWall, daysInMonth, isLeapYear, weekdayOf } from '../civil'
import type { Transition } from './table'

interface YearlyChange {
  date: { month: number; week: number; weekday: number } | { dayOfYear: number; skipsLeapDay: boolean }
  /** Seconds after midnight on the clock valid before the change. */
  time: number
}

interface PosixZone {
  standard: number
  daylight: number
  toDaylight: YearlyChange
  toStandard: YearlyChange
}

const NAME = '(?:<[^>]+>|[A-Za-z]{3,})'
const TIME = '([+-]?\\d{1,3}(?::\\d{2}){0,2})'
const DATE = `([MJ]?[\\d.]+)(?:/${TIME})?`
const RULE = new RegExp(`^${NAME}${TIME}${NAME}${TIME}?,${DATE},${DATE}$`)

/**
 * The transitions a TZif footer (RFC 9636 3.3, POSIX TZ) promises after the instant `after` up to the end of
 * `lastYear`. A footer without daylight saving, or one that cannot be read, promises none.
 */
export function footerTransitions(footer: string, after: number, lastYear: number): Transition[] {
  const zone = parseFooter(footer)
  if (!zone) return []
  const transitions: Transition[] = []
  for (let year = civilOf(dayOfWall(after)).year; year <= lastYear; year += 1) {
    const toDaylight = { utc: changeAt(zone.toDaylight, year) - zone.standard, offset: zone.daylight }
    const toStandard = { utc: changeAt(zone.toStandard, year) - zone.daylight, offset: zone.standard }
    transitions.push(toDaylight, toStandard)
  }
  return transitions.filter((transition) => transition.utc > after)
}

function parseFooter(footer: string): PosixZone | null {
  const match = RULE.exec(footer)
  if (!match) return null
  // POSIX counts offsets west of Greenwich.
  const standard = -seconds(match[1]!)
  const daylight = match[2] === undefined ? standard + 3600 : -seconds(match[2])
  const toDaylight = parseChange(match[3]!, match[4])
  const toStandard = parseChange(match[5]!, match[6])
  return toDaylight && toStandard ? { standard, daylight, toDaylight, toStandard } : null
}

function parseChange(date: string, time: string | undefined): YearlyChange | null {
  const at = time === undefined ? 2 * 3600 : seconds(time)
  const monthly = /^M(\d+)\.(\d)\.(\d)$/.exec(date)
  if (monthly) {
    const [month, week, weekday] = [Number(monthly[1]), Number(monthly[2]), Number(monthly[3])]
    return { date: { month, week, weekday: (weekday + 6) % 7 }, time: at }
  }
  const daily = /^(J?)(\d+)$/.exec(date)
  if (!daily) return null
  const skipsLeapDay = daily[1] === 'J'
  return { date: { dayOfYear: Number(daily[2]) - (skipsLeapDay ? 1 : 0), skipsLeapDay }, time: at }
}

function changeAt(change: YearlyChange, year: number): number {
  return dayOfChange(change.date, year) * DAY + change.time
}

function dayOfChange(date: YearlyChange['date'], year: number): number {
  if ('dayOfYear' in date) {
    const isAfterLeapDay = date.skipsLeapDay && isLeapYear(year) && date.dayOfYear >= 59
    return dayNumber(year, 1, 1) + date.dayOfYear + (isAfterLeapDay ? 1 : 0)
  }
  const first = dayNumber(year, date.month, 1)
  const firstMatch = first + ((date.weekday - weekdayOf(first) + 7) % 7)
  const last = first + daysInMonth(year, date.month) - 1
  const wanted = firstMatch + (date.week - 1) * 7
  return wanted > last ? wanted - 7 : wanted
}

function seconds(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  return sign * (hours * 3600 + minutes * 60 + rest)
}
