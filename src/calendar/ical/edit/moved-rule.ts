import { civilOf, dayNumber, dayOfWall, daysInMonth, daysInYear, timeOfDay, weekdayOf } from '../civil'
import { impliedParts, lastDay, untilText } from '../recurrence'
import { formatRule, parseRule, ruleParts, WEEKDAYS, weekdayNamed } from '../rule/parse'
import type { TimeValue } from '../times'
import type { Zone } from '../zone/table'

/** A rule as it stands after its series moved. */
interface MovedRule {
  text: string
  /**
   * Its days come from the start and went along with it. False: they are its own (`BYDAY=-1FR`, `MO,TU,WE,TH,FR`) and
   * stay.
   */
  turns: boolean
}

type Parts = Map<string, string>

const NTH_WEEKDAY = /^([+-]?\d+)([A-Z]{2})$/
const DAY_PARTS = ['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS']

/**
 * The rule of a series whose start moves: parts that repeat the start follow it, weekdays rotate, and UNTIL keeps its
 * day. The text stays when nothing of this applies.
 * @throws IcalError for a rule that cannot be read
 */
export function movedRule(
  text: string,
  from: TimeValue,
  to: TimeValue,
  { household, isFloating }: { household: Zone; isFloating: boolean },
): MovedRule {
  const parts = ruleParts(text)
  const before = formatRule(parts)
  const turns = turn(parts, from, to)
  moveUntil(parts, text, from, to, household, isFloating)
  const after = formatRule(parts)
  return { text: after === before ? text : after, turns }
}

function turn(parts: Parts, from: TimeValue, to: TimeValue): boolean {
  const implied = impliedParts(parts, from)
  const repeated = [...parts.keys()].filter((name) => parts.get(name) === implied[name])
  const hasOwnDays = DAY_PARTS.some((name) => parts.has(name) && !repeated.includes(name))
  const hasOtherTime = timeOfDay(from.wall) !== timeOfDay(to.wall)
  const hasOtherDay = dayOfWall(from.wall) !== dayOfWall(to.wall)
  for (const name of repeated) {
    if (DAY_PARTS.includes(name) ? hasOtherDay && !hasOwnDays : hasOtherTime) parts.delete(name)
  }
  if (!hasOwnDays) return true
  return turnWeekdays(parts, from, to) || turnNthWeekday(parts, from, to) || takesDaysFromStart(parts)
}

/** A rule of weeks with a list of weekdays, the start's among them. */
function turnWeekdays(parts: Parts, from: TimeValue, to: TimeValue): boolean {
  const names =
    parts
      .get('BYDAY')
      ?.split(',')
      .map((name) => name.trim()) ?? []
  const repeatsStart = names.includes(WEEKDAYS[weekdayOf(dayOfWall(from.wall))]!)
  if (parts.get('FREQ') !== 'WEEKLY' || !repeatsStart) return false
  const days = dayOfWall(to.wall) - dayOfWall(from.wall)
  const turned = (weekday: string) => {
    const index = weekdayNamed(weekday)
    return index < 0 ? weekday : WEEKDAYS[(((index + days) % 7) + 7) % 7]!
  }
  if (days % 7 === 0) return true
  parts.set('BYDAY', names.map(turned).join(','))
  // The week turns too, or every second week would be cut at another place.
  if (parts.has('WKST') || parts.has('INTERVAL')) parts.set('WKST', turned(parts.get('WKST') ?? 'MO'))
  return true
}

/**
 * `2TU` of a series that starts on a second Tuesday. The ordinal stays where the new start has it too, as the last may.
 */
function turnNthWeekday(parts: Parts, from: TimeValue, to: TimeValue): boolean {
  const match = NTH_WEEKDAY.exec(parts.get('BYDAY') ?? '')
  const frequency = parts.get('FREQ')
  if (!match || (frequency !== 'MONTHLY' && frequency !== 'YEARLY')) return false
  const byMonth = parts.get('BYMONTH')
  const isOfYear = frequency === 'YEARLY' && byMonth === undefined
  const [ordinal, weekday] = [Number(match[1]), match[2]!]
  const [old, next] = [positionOf(from, isOfYear), positionOf(to, isOfYear)]
  const repeatsStart = weekday === old.weekday && old.ordinals.includes(ordinal)
  const isAlone = DAY_PARTS.every((name) => name === 'BYDAY' || name === 'BYMONTH' || !parts.has(name))
  if (!repeatsStart || !isAlone || (byMonth !== undefined && byMonth !== String(old.month))) return false
  parts.set('BYDAY', `${next.ordinals.includes(ordinal) ? ordinal : next.ordinals[0]}${next.weekday}`)
  if (byMonth !== undefined) parts.set('BYMONTH', String(next.month))
  return true
}

function positionOf({ wall }: TimeValue, isOfYear: boolean) {
  const day = dayOfWall(wall)
  return { weekday: WEEKDAYS[weekdayOf(day)]!, ordinals: ordinalsOf(day, isOfYear), month: civilOf(day).month }
}

/** Which of its weekdays a day is in its month or year, from the start and from the end. */
export function ordinalsOf(date: number, isOfYear: boolean): [number, number] {
  const { year, month, day } = civilOf(date)
  const position = isOfYear ? date - dayNumber(year, 1, 1) + 1 : day
  const length = isOfYear ? daysInYear(year) : daysInMonth(year, month)
  return [Math.ceil(position / 7), -Math.ceil((length - position + 1) / 7)]
}

/** Whether DTSTART says on which days: BYMONTH or BYWEEKNO alone name none in a rule of months or years. */
function takesDaysFromStart(parts: Parts): boolean {
  const frequency = parts.get('FREQ') ?? ''
  const namesDays = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYSETPOS'].some((name) => parts.has(name))
  return !namesDays && ['WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)
}

function moveUntil(
  parts: Parts,
  text: string,
  from: TimeValue,
  to: TimeValue,
  household: Zone,
  isFloating: boolean,
): void {
  const old = parseRule(text, from.isDate).until
  const kept = parseRule(text, to.isDate).until
  if (!old || !kept) return
  const day = lastDay(old, from, household)
  if (from.isDate === to.isDate && lastDay(kept, to, household) === day) return
  parts.set('UNTIL', untilText(day, { isDate: to.isDate, isFloating, household }))
}
