import { civilOf, dayNumber, daysInMonth, daysInYear, monthIndex, weekdayOf } from '../civil'
import { isSubDaily, type Rule, WEEKDAYS } from '../rule/parse'
import { ordinalsOf } from './moved-rule'

/** What becomes of the days of a rule when one of its instances goes to another day. */
export interface MovedDays {
  /** The parts that say something else; those that the rule takes from DTSTART are not among them. */
  parts: Record<string, string>
  /** Where a day of the rule goes; null: the calendar has no such day. */
  follow(day: number): number | null
  /** Every day of the rule goes along, not only those like the instance's. */
  isWhole: boolean
}

/** One of the days that a rule names in its months or years. */
type Position = { kind: 'date'; day: number } | { kind: 'weekday'; ordinal: number; weekday: number; isOfYear: boolean }

/**
 * The days of a rule whose instance on day `from` goes to day `to`. Of several weekdays or days of the month only the
 * instance's is exchanged; a weekday with an ordinal turns to the new day's own. Null: no rule of this kind says that,
 * or two of its days would become one.
 */
export function movedDays(rule: Rule, from: number, to: number): MovedDays | null {
  const { frequency, months, monthDays, weekdays, positions } = rule
  if (from === to) return { parts: {}, follow: (day) => day, isWhole: true }
  if (rule.yearDays || rule.weekNumbers || rule.skip) return null
  const hasOwnDays = Boolean(weekdays || monthDays || positions)
  const isOfMonths = frequency === 'MONTHLY' || frequency === 'YEARLY'
  if (!hasOwnDays && !months && !isOfMonths) return along(from, to)
  if (isSubDaily(rule) || (weekdays && monthDays)) return null
  const isEveryWeekday = weekdays?.every(({ ordinal }) => ordinal === 0) && !positions
  if (isEveryWeekday) return exchangedWeekday(rule, from, to)
  return isOfMonths ? movedPosition(rule, from, to) : null
}

const along = (from: number, to: number): MovedDays => ({ parts: {}, follow: (day) => day + to - from, isWhole: true })

/** MO,WE with WE to TH: MO,TH. */
function exchangedWeekday(
  { frequency, interval, weekStart, weekdays = [] }: Rule,
  from: number,
  to: number,
): MovedDays | null {
  const [old, next] = [weekdayOf(from), weekdayOf(to)]
  const days = weekdays.map(({ weekday }) => weekday)
  const isWhole = days.length === 1
  if (!days.includes(old)) return null
  if (old === next) return along(from, to)
  if (days.includes(next)) return null
  if (interval > 1 && frequency !== 'WEEKLY') return null
  const BYDAY = days.map((day) => WEEKDAYS[day === old ? next : day]).join()
  const follow = (day: number) => (weekdayOf(day) === old ? day + to - from : day)
  if (isWhole || interval === 1) return { parts: { BYDAY }, follow, isWhole }
  // The days of one week must stand in one week after the move, too.
  const offsets = days.map((day) => ((day - weekStart + 7) % 7) + (day === old ? to - from : 0))
  const first = Math.min(...offsets)
  if (Math.max(...offsets) - first > 6) return null
  const isInWeek = first >= 0 && Math.max(...offsets) < 7
  const WKST = WEEKDAYS[(((weekStart + first) % 7) + 7) % 7]!
  return { parts: isInWeek ? { BYDAY } : { BYDAY, WKST }, follow, isWhole }
}

function movedPosition(rule: Rule, from: number, to: number): MovedDays | null {
  const { frequency, interval, months } = rule
  const positions = positionsOf(rule, from)
  const old = positions?.find((position) => dayIn(position, from) === from)
  if (!positions || !old) return null
  const distance = monthIndex(to) - monthIndex(from)
  const next = positionAt(old, to, distance)
  const isSame = (one: Position) => dayIn(one, to) === to
  if (positions.some((position) => position !== old && isSame(position))) return null
  const isWhole = positions.length === 1
  const isOtherMonth = distance !== 0 && months !== undefined
  if (distance !== 0 && !isWhole && (interval > 1 || months)) return null
  if (distance !== 0 && frequency === 'YEARLY' && interval > 1 && !months && rule.monthDays) return null
  const [oldMonth, nextMonth] = [civilOf(from).month, civilOf(to).month]
  if (isOtherMonth && oldMonth !== nextMonth && months.includes(nextMonth)) return null
  if (isOtherMonth && months.length > 1 && interval > 1) return null
  const follow = (day: number) => {
    if (dayIn(old, day) !== day) return day
    const goesAlong = !isOtherMonth || civilOf(day).month === oldMonth
    return dayIn(next, firstOfMonth(monthIndex(day) + (goesAlong ? distance : 0)))
  }
  const BYMONTH = months?.map((month) => (month === oldMonth ? nextMonth : month)).join()
  return {
    parts: { ...(isOtherMonth && BYMONTH ? { BYMONTH } : {}), ...partsOf(rule, positions, old, next) },
    follow,
    isWhole: isWhole && !(isOtherMonth && months.length > 1),
  }
}

/** The positions that a rule names, or takes from the day that DTSTART has in common with the instance. */
function positionsOf(rule: Rule, from: number): Position[] | null {
  const { monthDays, weekdays, positions, months } = rule
  const isOfYear = rule.frequency === 'YEARLY' && !months
  if (!weekdays) {
    if (positions) return null
    return (monthDays ?? [civilOf(from).day]).map((day) => ({ kind: 'date', day }))
  }
  if (!positions) return weekdays.map((one) => ({ kind: 'weekday', ...one, isOfYear }))
  // The second of all Tuesdays is the second Tuesday.
  const [only] = weekdays
  if (weekdays.length > 1 || positions.length > 1 || !only || only.ordinal !== 0) return null
  return [{ kind: 'weekday', ordinal: positions[0]!, weekday: only.weekday, isOfYear }]
}

function positionAt(old: Position, to: number, distance: number): Position {
  if (old.kind === 'weekday') {
    const ordinals = ordinalsOf(to, old.isOfYear)
    const ordinal = ordinals.includes(old.ordinal) ? old.ordinal : ordinals[0]!
    return { ...old, ordinal, weekday: weekdayOf(to) }
  }
  const { year, month, day } = civilOf(to)
  const countsFromEnd = old.day < 0 && distance === 0
  return { kind: 'date', day: countsFromEnd ? day - daysInMonth(year, month) - 1 : day }
}

function partsOf(rule: Rule, positions: Position[], old: Position, next: Position): Record<string, string> {
  if (rule.positions && next.kind === 'weekday') {
    return { BYDAY: WEEKDAYS[next.weekday]!, BYSETPOS: String(next.ordinal) }
  }
  const after = positions.map((position) => (position === old ? next : position))
  if (next.kind === 'date') {
    return rule.monthDays ? { BYMONTHDAY: after.map((one) => (one.kind === 'date' ? one.day : '')).join() } : {}
  }
  const names = after.map((one) => (one.kind === 'weekday' ? `${one.ordinal || ''}${WEEKDAYS[one.weekday]}` : ''))
  return { BYDAY: names.join() }
}

/** The day at that position in the month or year of `day`; null: it has none. */
function dayIn(position: Position, day: number): number | null {
  const { year, month } = civilOf(day)
  const isOfYear = position.kind === 'weekday' && position.isOfYear
  const first = dayNumber(year, isOfYear ? 1 : month, 1)
  const length = isOfYear ? daysInYear(year) : daysInMonth(year, month)
  const offset =
    position.kind === 'date' ? offsetOfDate(position.day, length) : offsetOfWeekday(position, first, length)
  return offset >= 0 && offset < length ? first + offset : null
}

const offsetOfDate = (day: number, length: number) => (day > 0 ? day - 1 : length + day)

function offsetOfWeekday(
  { ordinal, weekday }: { ordinal: number; weekday: number },
  first: number,
  length: number,
): number {
  if (ordinal > 0) return ((weekday - weekdayOf(first) + 7) % 7) + 7 * (ordinal - 1)
  const last = length - 1
  return last - ((weekdayOf(first + last) - weekday + 7) % 7) + 7 * (ordinal + 1)
}

const firstOfMonth = (index: number) => dayNumber(Math.floor(index / 12), (index % 12) + 1, 1)
