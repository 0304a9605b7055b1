import { civilOf, DAY, dayNumber, dayOfWall, daysInMonth, formatDateTime, timeOfDay, weekdayOf } from '../civil'
import { WEEKDAYS } from '../rule/parse'
import { LAST_YEAR_OF_TABLES, offsetAt, type Zone } from './table'

/** Years looked at to see whether a change still comes every year; many tables end in 2037. */
const YEARS_AHEAD = 10
const LEAST_LAST_YEAR = 2037
/** Years in a row that make a rule. */
const YEARS_OF_A_RULE = 5

interface Change {
  wall: number
  from: number
  to: number
  year: number
  /** Month, weekday, time and offsets: changes that agree in it may be one rule. */
  slot: string
}

/**
 * The lines of a VTIMEZONE for the zone, right from the year before `fromYear` on: yearly rules where the zone still
 * follows one, single onsets for everything else.
 */
export function vtimezoneLines(zone: Zone, fromYear: number): string[] {
  const firstYear = Math.min(fromYear, LAST_YEAR_OF_TABLES - YEARS_AHEAD)
  const lastYear = Math.max(LEAST_LAST_YEAR, firstYear + YEARS_AHEAD)
  const from = dayNumber(firstYear - 1, 1, 1) * DAY
  const firstOffset = offsetAt(zone, from)
  const changes = changesBetween(zone, from, dayNumber(lastYear + 1, 1, 1) * DAY, firstOffset)
  const slots = Map.groupBy(changes, (change) => change.slot)
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone.id}`,
    ...observance('STANDARD', '19700101T000000', firstOffset, firstOffset, []),
    ...[...slots.values()].flatMap((ofSlot) => slotLines(ofSlot, lastYear)),
    'END:VTIMEZONE',
  ]
}

function changesBetween(zone: Zone, from: number, until: number, firstOffset: number): Change[] {
  const changes: Change[] = []
  let offset = firstOffset
  for (let i = 0; i < zone.onsets.length; i += 1) {
    const utc = zone.onsets[i]!
    const next = zone.offsets[i]!
    if (utc <= from || utc >= until || next === offset) continue
    changes.push(changeOf(utc + offset, offset, next))
    offset = next
  }
  return changes
}

function changeOf(wall: number, from: number, to: number): Change {
  const day = dayOfWall(wall)
  const { year, month } = civilOf(day)
  return { wall, from, to, year, slot: [from, to, month, weekdayOf(day), timeOfDay(wall)].join() }
}

/** Changes of one slot: a rule from the year on from which they never stop, single onsets before and otherwise. */
function slotLines(changes: Change[], lastYear: number): string[] {
  const first = changes[0]!
  const kind = first.to > first.from ? 'DAYLIGHT' : 'STANDARD'
  const start = startOfRun(changes)
  const run = changes.slice(start)
  const week = run.length >= YEARS_OF_A_RULE && run.at(-1)!.year === lastYear ? weekOfMonth(run) : null
  const single = week === null ? changes : changes.slice(0, start)
  const lines: string[] = []
  if (single.length > 0) {
    const others = single.slice(1).map((change) => `RDATE:${formatDateTime(change.wall)}`)
    lines.push(...observance(kind, formatDateTime(first.wall), first.from, first.to, others))
  }
  if (week !== null) {
    const { wall, from, to } = run[0]!
    const day = dayOfWall(wall)
    const rule = `RRULE:FREQ=YEARLY;BYMONTH=${civilOf(day).month};BYDAY=${week}${WEEKDAYS[weekdayOf(day)]}`
    lines.push(...observance(kind, formatDateTime(wall), from, to, [rule]))
  }
  return lines
}

/** Index from which the changes come in every year up to the last one. */
function startOfRun(changes: Change[]): number {
  let start = changes.length - 1
  while (start > 0 && changes[start]!.year - changes[start - 1]!.year === 1) start -= 1
  return start
}

/** -1 for the last such weekday of the month, its number when that is always the same, else null. */
function weekOfMonth(changes: Change[]): number | null {
  const dates = changes.map((change) => civilOf(dayOfWall(change.wall)))
  if (dates.every(({ year, month, day }) => day + 7 > daysInMonth(year, month))) return -1
  const weeks = new Set(dates.map(({ day }) => Math.ceil(day / 7)))
  const [only] = weeks
  return weeks.size === 1 && only !== undefined ? only : null
}

function observance(kind: string, start: string, from: number, to: number, more: string[]): string[] {
  const offsets = [`TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`]
  return [`BEGIN:${kind}`, `DTSTART:${start}`, ...offsets, ...more, `END:${kind}`]
}

function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [Math.floor(size / 3600), Math.floor((size % 3600) / 60), size % 60]
  const digits = parts.map((part) => String(part).padStart(2, '0'))
  return (seconds < 0 ? '-' : '+') + digits.slice(0, parts[2] === 0 ? 2 : 3).join('')
}
