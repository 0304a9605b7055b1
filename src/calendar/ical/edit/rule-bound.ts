import { DAY, dayOfWall, formatDate, formatDateTime } from '../civil'
import { lastDay, untilText } from '../recurrence'
import type { Budget } from '../rule/collector'
import { formatRule, ruleParts } from '../rule/parse'
import type { Plan } from '../rule/plan'
import { firstInstances, walkRule } from '../rule/walk'
import { lastInstantOf } from '../series'
import { instantOf, type Place, wallOf } from '../times'
import type { Zone } from '../zone/table'
import { readable } from './instances'
import { type SplitRule, splitRule, withParts } from './rule-rest'

/** A rule whose instances have moved. */
interface MovedInstances {
  rule: SplitRule
  /** The rule with its new days, its end not yet moved. */
  text: string
  /** The series' new start, and where its old one went. */
  to: Place
  startPlace: number | null
  placeOf(wall: number): number | null
  /** All instances moved alike; otherwise those like the one that was edited moved by so many days. */
  isWhole: boolean
  days: number
  household: Zone
}

/** More than any series has; beyond it an end is moved by days, whatever becomes of the last instances. */
const MAX_INSTANCES = 20_000
const FAR = 200 * 366 * DAY

/**
 * The rule with its end moved, so that as many occurrences remain, and the walls of instances that only the move has
 * made: an exchanged weekday may stand before the first occurrence or behind the last.
 */
export function boundMoved(moved: MovedInstances, budget: Budget): { text: string; extra: number[] } {
  const { rule, text, to, placeOf, isWhole } = moved
  const { plan, start } = rule
  const { until, count } = plan.rule
  const isBounded = until !== undefined
  const bound = lastInstantOf(rule, start)
  const walked = isBounded
    ? walkRule(plan, plan.start, Math.min(plan.start + FAR, bound + DAY), MAX_INSTANCES, budget)
    : firstInstances(plan, 100, budget)
  if (isBounded && walked.isCut) {
    return { text: count === undefined ? withParts(text, { UNTIL: shiftedUntil(moved) }) : text, extra: [] }
  }
  const old = walked.walls.filter((wall) => instantOf({ ...start, wall }) <= bound)
  const places = old.map(placeOf)
  const mapped = new Set(places.filter((place) => place !== null))
  const last = Math.max(...mapped)
  const free = readable(() => splitRule(unbounded(text), to.value, budget))
  if (!free || mapped.size === 0) return { text, extra: [] }
  const now = walkRule(free.plan, to.value.wall, last, MAX_INSTANCES, budget).walls
  const extra = isWhole
    ? []
    : now.filter((wall) => !mapped.has(wall) && wall !== moved.startPlace && isAtEdge(wall, old, places, isBounded))
  if (!isBounded) return { text, extra }
  if (count !== undefined) {
    return { text: isWhole ? text : withParts(text, { COUNT: String(now.length) }), extra }
  }
  return { text: endingAt(last, moved, free.plan, budget), extra }
}

/** The rule with an UNTIL that the last instance keeps and the next one does not: the old one, that moved, or a new one. */
function endingAt(last: number, moved: MovedInstances, plan: Plan, budget: Budget): string {
  const { rule, text, to, days } = moved
  const [next] = walkRule(plan, last + 1, last + FAR, 1, budget).walls
  const isEnd = (candidate: string) => {
    const again = readable(() => splitRule(candidate, to.value, budget))
    if (again === null) return false
    const end = lastInstantOf(again, to.value)
    const isWithin = (wall: number) => instantOf({ ...to.value, wall }) <= end
    return isWithin(last) && (next === undefined || !isWithin(next))
  }
  const isSameKind = rule.start.isDate === to.value.isDate
  const shifted = withParts(text, { UNTIL: shiftedUntil(moved) })
  const candidates = days === 0 && isSameKind ? [text, shifted] : [shifted]
  return candidates.find(isEnd) ?? withParts(text, { UNTIL: untilAt(to, last) })
}

/** Whether a time lies before all kinds of instances have begun, or where the series ends behind the last of one kind. */
function isAtEdge(wall: number, old: number[], places: (number | null)[], isBounded: boolean): boolean {
  const isAlong = (place: number, index: number) => dayOfWall(place) !== dayOfWall(old[index]!)
  const known = places.flatMap((place, index) => (place === null ? [] : [{ place, along: isAlong(place, index) }]))
  const kinds = [true, false].map((along) => known.filter((one) => one.along === along).map(({ place }) => place))
  if (kinds.some((kind) => kind.length === 0)) return isBounded
  const isBefore = kinds.some((kind) => wall < kind[0]!)
  return isBefore || (isBounded && kinds.some((kind) => wall > kind.at(-1)!))
}

/** UNTIL as many days later, in the form that the start has after the move. */
function shiftedUntil({ rule: { plan, start }, to, days, household }: MovedInstances): string {
  const until = plan.rule.until!
  if (start.isDate !== to.value.isDate) {
    const isFloating = to.clock.kind === 'floating'
    return untilText(lastDay(until, start, household) + days, { isDate: to.value.isDate, isFloating, household })
  }
  const wall = (until.isUtc ? wallOf(until.seconds, start) : until.seconds) + days * DAY
  return untilAt(to, wall)
}

function untilAt({ clock, value }: Place, wall: number): string {
  if (value.isDate) return formatDate(dayOfWall(wall))
  return clock.kind === 'floating' ? formatDateTime(wall) : `${formatDateTime(instantOf({ ...value, wall }))}Z`
}

function unbounded(text: string): string {
  const parts = ruleParts(text)
  for (const name of ['UNTIL', 'COUNT']) parts.delete(name)
  return formatRule(parts)
}
