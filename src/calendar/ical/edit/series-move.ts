import { DAY, dayOfWall, timeOfDay } from '../civil'
import { RuleError } from '../error'
import { clockFor, type FormTimes } from '../form-times'
import type { Clock } from '../lines'
import type { Budget } from '../rule/collector'
import { formatRule, ruleParts } from '../rule/parse'
import { instantOf, type Place, wallOf } from '../times'
import { toWallSeconds, type Zone } from '../zone/table'
import { type MovedDays, movedDays } from './moved-days'
import { movedTimes } from './moved-times'
import { firstOfRule, instancesFrom, type SplitRule, withParts } from './rule-rest'

/** What an edit of one occurrence asks of its series. */
export interface SeriesEdit {
  start: Place
  rules: SplitRule[]
  /** Original start of the occurrence, UTC seconds. */
  instant: number
  /** The occurrence as it stands and as it is wanted. */
  current: FormTimes
  wanted: FormTimes
  /** The form names a new rule: days of the old one need no place in it. */
  isNewRule: boolean
  household: Zone
}

/** A rule whose instances move. */
export interface RuleMove {
  rule: SplitRule
  /** The rule with its new days and times; its end is as it was. */
  text: string
  /** All its days go along. */
  isWhole: boolean
  /** Where an instance goes, on the clock of the moved series; null: nowhere. */
  placeOf(wall: number): number | null
  /** The new time on the day where it stands. */
  onItsDay(wall: number): number
}

/** Where the instances of a series go with one of them, on the clock of the moved series. */
export interface SeriesMove {
  /** What the moved series is written on. */
  target: { clock: Clock; zone: Zone; isDate: boolean }
  rules: RuleMove[]
  /** The occurrence's instance, and DTSTART, after the move. */
  wall: number
  start: number
  /** Where the instance of the old DTSTART goes. */
  startPlace: number | null
  /** By how many days and seconds of the day instances move. */
  days: number
  seconds: number
  /** By how many seconds added dates move. */
  addedShift: number
}

/** Instances that are looked at to find the first. */
const MAX_FIRST = 60
const TIMES = ['BYHOUR', 'BYMINUTE', 'BYSECOND']

/**
 * Moves a series with one of its occurrences: on its own wall clock by the difference that the form makes to the
 * occurrence as it stands. A series that becomes all-day or timed takes the new time.
 * @throws RuleError for a rule that cannot move so
 */
export function moveSeries(edit: SeriesEdit, budget: Budget): SeriesMove {
  const { start, rules, current, wanted, isNewRule } = edit
  const target = targetOf(edit)
  const onTarget = (wall: number) =>
    start.value.isDate || target.isDate || target.zone === start.value.zone
      ? wall
      : toWallSeconds(target.zone, instantOf({ ...start.value, wall }))
  const { wall: oldWall, rule: own } = instanceAt(edit, budget)
  const from = onTarget(oldWall)
  const isSameKind = current.isDate === wanted.isDate
  const clock = target.isDate && !wanted.isDate ? edit.household : target.zone
  const wallIn = ({ isDate, start: at }: FormTimes) => (isDate ? at : toWallSeconds(clock, at))
  const wantedWall = isSameKind
    ? from + wallIn(wanted) - wallIn(current)
    : wallIn(wanted) - daysAside(edit, oldWall) * DAY
  const to = ofKind(target, wantedWall)
  const base = own ? from : onTarget(start.value.wall)
  const newBase = own ? to : movedBeside(edit, target, base, { from, to })
  const days = dayOfWall(newBase) - dayOfWall(base)
  const takesTime = !isSameKind || start.value.isDate || target.zone !== start.value.zone
  const seconds = timeOfDay(newBase) - timeOfDay(base)
  const timeAt = (wall: number) => (takesTime || target.isDate ? timeOfDay(newBase) : timeOfDay(wall) + seconds)
  const onItsDay = (wall: number) => dayOfWall(onTarget(wall)) * DAY + timeAt(onTarget(wall))
  const moved = rules.map((rule): RuleMove => {
    const daysOfRule = daysOf(rule, edit, base, days)
    const text = withTimes(rule, daysOfRule.parts, takesTime || target.isDate ? null : seconds, isNewRule)
    const placeOf = (wall: number) => {
      const day = daysOfRule.follow(dayOfWall(onTarget(wall)))
      return day === null ? null : day * DAY + timeAt(onTarget(wall))
    }
    return { rule, text, isWhole: daysOfRule.isWhole, placeOf, onItsDay }
  })
  const alone = own ? onItsDay(start.value.wall) : newBase
  const startPlace = oldWall === start.value.wall ? to : placeOfStart(edit, moved, alone, budget)
  const first = firstOf(moved, startPlace, budget)
  const isWhole = moved.every((rule) => rule.isWhole)
  const whole = own ? distanceOf(target, base, newBase) : distanceOf(target, from, to)
  return {
    target,
    rules: moved,
    wall: to,
    startPlace,
    start: first,
    days,
    seconds,
    addedShift: own && !isWhole ? (target.isDate ? 0 : seconds) : whole,
  }
}

function targetOf({ start, current, wanted, isNewRule, household }: SeriesEdit): SeriesMove['target'] {
  const { clock, value } = start
  const keepsKind = wanted.isDate === value.isDate || wanted.isDate === current.isDate
  // A rule of a UTC series means days of UTC: who asks for a new one means the household's.
  if (keepsKind && !(isNewRule && clock.kind === 'utc')) return { clock, zone: value.zone, isDate: value.isDate }
  const isDate = keepsKind ? value.isDate : wanted.isDate
  return { ...clockFor({ ...wanted, isDate }, true, household), isDate }
}

/** By how many days the occurrence stands beside its instance, as the household sees both. */
function daysAside({ start, instant, current, household }: SeriesEdit, oldWall: number): number {
  const now = current.isDate ? current.start : toWallSeconds(household, current.start)
  const before = start.value.isDate ? oldWall : toWallSeconds(household, instant)
  return dayOfWall(now) - dayOfWall(before)
}

/** By how many seconds a time moves: what becomes all-day by whole days, at whatever time it was. */
const distanceOf = ({ isDate }: { isDate: boolean }, from: number, to: number) =>
  isDate ? (dayOfWall(to) - dayOfWall(from)) * DAY : to - from

const ofKind = ({ isDate }: { isDate: boolean }, wall: number) => (isDate ? dayOfWall(wall) * DAY : wall)

/** The wall-clock time that an instance has in its rule; without one it is DTSTART alone or an added date. */
function instanceAt({ rules, start, instant }: SeriesEdit, budget: Budget): { wall: number; rule: SplitRule | null } {
  for (const rule of rules) {
    const walls = instancesFrom(rule, instant, budget)
    const wall = walls.find((one) => instantOf({ ...start.value, wall: one }) === instant)
    if (wall !== undefined) return { wall, rule }
  }
  const isStart = instantOf(start.value) === instant
  return { wall: isStart ? start.value.wall : wallOf(instant, start.value), rule: null }
}

/**
 * Where DTSTART goes when an instance was edited that no rule makes: as far as that, or only as far in its time where
 * the rule's days cannot all go along. @throws RuleError where that is another day
 */
function movedBeside(
  { rules }: SeriesEdit,
  target: SeriesMove['target'],
  base: number,
  { from, to }: { from: number; to: number },
): number {
  const whole = ofKind(target, base + distanceOf(target, from, to))
  const [day, next] = [dayOfWall(base), dayOfWall(whole)]
  const canMove = (rule: SplitRule) => rules.length === 1 && movedDays(rule.plan.rule, day, next)?.isWhole
  if (day === next || rules.every(canMove)) return whole
  const onItsDay = base + timeOfDay(to) - timeOfDay(from)
  if (dayOfWall(onItsDay) !== day) throw new RuleError('rule whose times cannot move so')
  return onItsDay
}

const STILL: MovedDays = { parts: {}, follow: (day) => day, isWhole: false }

/** @throws RuleError where the rule cannot say that its days have moved */
function daysOf(rule: SplitRule, edit: SeriesEdit, base: number, days: number): MovedDays {
  if (days === 0) return { ...STILL, isWhole: true }
  const from = dayOfWall(base)
  const moved = edit.rules.length === 1 ? movedDays(rule.plan.rule, from, from + days) : null
  if (moved) return moved
  if (edit.isNewRule) return STILL
  throw new RuleError('rule whose days cannot move so')
}

/** The rule with its new days, its times moved by so many seconds; null: it has none but DTSTART's. @throws RuleError */
function withTimes(rule: SplitRule, days: Record<string, string>, seconds: number | null, isNewRule: boolean): string {
  const times = seconds === null ? {} : movedTimes(rule.plan, seconds)
  if (times === null && !isNewRule) throw new RuleError('rule whose times cannot move so')
  const changed = { ...days, ...times }
  const text = Object.keys(changed).length === 0 ? rule.text : withParts(rule.text, changed)
  const parts = ruleParts(text)
  const removed = seconds === null ? TIMES.filter((name) => parts.delete(name)) : []
  return removed.length === 0 ? text : formatRule(parts)
}

/** Where DTSTART goes when another instance was edited. */
function placeOfStart(edit: SeriesEdit, rules: RuleMove[], alone: number, budget: Budget): number | null {
  const { wall } = edit.start.value
  const own = rules.find(({ rule }) => firstOfRule(rule, 1, budget)[0] === wall)
  return own ? own.placeOf(wall) : alone
}

/** The first of the instances after the move. @throws RuleError when there is none */
function firstOf(rules: RuleMove[], start: number | null, budget: Budget): number {
  const places = rules.flatMap(({ rule, placeOf }) => firstOfRule(rule, MAX_FIRST, budget).map(placeOf))
  const known = [start, ...places].filter((place) => place !== null)
  if (known.length === 0) throw new RuleError('rule whose days cannot move so')
  return Math.min(...known)
}
