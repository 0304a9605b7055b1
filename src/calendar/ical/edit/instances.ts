import { DAY, dayOfWall, timeOfDay } from '../civil'
import { IcalError } from '../error'
import { type Budget, isSpent, spend } from '../rule/collector'
import { isSubDaily } from '../rule/parse'
import type { Plan } from '../rule/plan'
import { firstInstances, type Walk, walkRule } from '../rule/walk'
import { readRule } from '../series'
import { instantOf, type TimeValue, wallOf } from '../times'
import { toWallSeconds } from '../zone/table'

/** One rule before and after an edit; null where there is none. */
export interface RuleChange {
  before: string | null
  after: string | null
  /**
   * Its days follow the start: what was on its n-th day goes to the n-th day. Otherwise what was on a day stays on it.
   */
  turns: boolean
  /** Where an instance may go, in order of preference, as wall-clock seconds; where given, `turns` does not count. */
  placesOf?: (wall: number) => number[]
}

/** A series before and after an edit. */
interface SeriesChange {
  from: TimeValue
  to: TimeValue
  /** At least one: without a rule DTSTART is the only instance. */
  rules: RuleChange[]
  /** Instants of the dates that RDATE adds. */
  added: number[]
  /** Seconds by which they move; otherwise they follow the start. */
  addedShift?: number
  /** The instant behind which a series that has been shortened has nothing; Infinity for any other. */
  end: number
}

export interface Instances {
  /**
   * Where an instance stands after the edit, on the wall clock of the series; null: nowhere; undefined: there was none.
   */
  follow(instant: number): number | null | undefined
  /** Instants of the instances that stood on a day of the series' own clock. */
  onDay(day: number): number[]
}

const MAX_INSTANCES = 20_000
const MAX_STEPS = 100_000

/**
 * Follows the instances of a series that begin up to `last` (UTC seconds). A series with more of them than anybody
 * plans moves by the difference of its starts.
 */
export function followInstances(change: SeriesChange, last: number): Instances {
  const { from, rules, end } = change
  const budget = { steps: MAX_STEPS }
  const places = new Map<number, number | null>()
  for (const rule of rules) followRule(rule, change, last, budget, places)
  if (isSpent(budget)) return shifted(change)
  followAdded(change, places)
  const days = Map.groupBy(places.keys(), (instant) => dayOfWall(wallOf(instant, from)))
  return {
    follow(instant) {
      const place = places.get(instant)
      return place === undefined && instant > end ? null : place
    },
    onDay: (day) => days.get(day) ?? [],
  }
}

function shifted({ from, to, rules }: SeriesChange): Instances {
  const placeOf = (wall: number) => rules[0]?.placesOf?.(wall)[0] ?? wall + to.wall - from.wall
  return {
    follow: (instant) => placeOf(wallOf(instant, from)),
    onDay: (day) => [instantOf({ ...from, wall: day * DAY + timeOfDay(from.wall) })],
  }
}

/** An added date that no rule makes moves with the start; beside rules whose days stay, only in its time of day. */
function followAdded(
  { from, to, rules, added, addedShift, end }: SeriesChange,
  places: Map<number, number | null>,
): void {
  const keepsDays = rules.every(({ turns }) => !turns)
  const days = (dayOfWall(to.wall) - dayOfWall(from.wall)) * DAY
  // What becomes all-day moves by whole days, at whatever time it was.
  const time = to.isDate ? 0 : timeOfDay(to.wall) - timeOfDay(from.wall)
  const shift = addedShift ?? (keepsDays ? time : days + time)
  for (const instant of added) {
    const place = places.get(instant) ?? wallOf(instant, from) + shift
    places.set(instant, instantOf({ ...to, wall: place }) > end ? null : place)
  }
}

function followRule(
  { before, after, turns, placesOf }: RuleChange,
  { from, to }: SeriesChange,
  last: number,
  budget: Budget,
  places: Map<number, number | null>,
): void {
  const old = daysOf(before, from, budget, (plan) =>
    walkRule(plan, plan.start, wallOf(last, from) + DAY, MAX_INSTANCES, budget),
  )
  if (placesOf) {
    const wanted = old.flat().map((wall) => ({ instant: instantOf({ ...from, wall }), candidates: placesOf(wall) }))
    const latest = wanted.flatMap(({ candidates }) => candidates).reduce((a, b) => Math.max(a, b), to.wall)
    const now = daysOf(after, to, budget, (plan) => walkRule(plan, plan.start, latest, MAX_INSTANCES, budget))
    const standing = new Set(now.flat())
    for (const { instant, candidates } of wanted) {
      places.set(instant, places.get(instant) ?? candidates.find((wall) => standing.has(wall)) ?? null)
    }
    return
  }
  const count = old.reduce((sum, walls) => sum + walls.length, 0)
  const now = daysOf(after, to, budget, (plan) =>
    turns
      ? firstInstances(plan, count + plan.times.length, budget)
      : walkRule(plan, plan.start, wallOf(last, to) + 2 * DAY, MAX_INSTANCES, budget),
  )
  const byDay = new Map(now.map((walls) => [dayOfWall(walls[0]!), walls]))
  for (const [index, walls] of old.entries()) {
    const ofDay = turns ? now[index] : byDay.get(dayAfter(walls[0]!, from, to))
    for (const [position, wall] of walls.entries()) {
      const instant = instantOf({ ...from, wall })
      places.set(instant, places.get(instant) ?? ofDay?.[position] ?? null)
    }
  }
}

/** The day of an instance on the clock that the series has after the edit. */
function dayAfter(wall: number, from: TimeValue, to: TimeValue): number {
  const isOnSameClock = to.isDate || from.isDate || to.zone.id === from.zone.id
  return dayOfWall(isOnSameClock ? wall : toWallSeconds(to.zone, instantOf({ ...from, wall })))
}

/**
 * The instances of a rule, DTSTART the first, as wall-clock seconds by days; of a rule within the day each is alone.
 */
function daysOf(rule: string | null, start: TimeValue, budget: Budget, walk: (plan: Plan) => Walk): number[][] {
  const source = rule === null ? null : readable(() => readRule(rule, start, budget))
  if (source === null) return [[start.wall]]
  const { plan, lastInstant = Number.POSITIVE_INFINITY } = source
  const { walls } = walk(plan)
  if (walls.length >= MAX_INSTANCES) spend(budget)
  const others = walls.filter((wall) => wall !== start.wall && instantOf({ ...start, wall }) <= lastInstant)
  const all = [start.wall, ...others]
  if (isSubDaily(plan.rule)) return all.map((wall) => [wall])
  return [...Map.groupBy(all, dayOfWall).values()]
}

/** What a part that cannot be read gives: nothing. */
export function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}
