import { type Clock, DAY, dayOf, instantOf, recurrenceIdAt, timeOf, wallAt } from './clock'
import { daysOf, type Rule } from './rule'
import type { SeriesSpec } from './spec'

/** A plain list of what a series consists of. Walls are seconds on its clock, lengths exact seconds. */
export interface Series {
  clock: Clock
  title: string
  people: number[]
  length: number
  rule: Rule
  items: Item[]
  /** The list is complete for what begins before it, on the wall clock; Infinity for a series that ends. */
  knownUntil: number
}

export interface Item {
  /** The instance's original start. */
  id: number
  /** `start`: a DTSTART that the rule does not have. */
  source: 'rule' | 'start' | 'added'
  isExcluded: boolean
  /** What an override says in its place. */
  own: Wanted | null
}

/** Where an occurrence stands, and what is said of it. */
export interface Wanted {
  start: number
  length: number
  title: string
  /** In the order of the cast. */
  people: number[]
}

/** An occurrence as readers of the text are asked for it; epoch milliseconds, days as midnights UTC. */
export interface Occurrence {
  recurrenceId: string | null
  start: number
  end: number
  title: string
  people: number[]
}

export const TITLE = 'Choir'

/** Days that lists of endless rules reach, and those at their end that steps may reach into. */
const REACH: Record<Rule['freq'], { days: number; margin: number }> = {
  DAILY: { days: 110, margin: 60 },
  WEEKLY: { days: 240, margin: 60 },
  MONTHLY: { days: 700, margin: 250 },
  YEARLY: { days: 2900, margin: 400 },
}

export function seriesOf(spec: SeriesSpec): Series {
  const { clock, rule, length, people = [] } = spec
  const start = wallAt(spec.start)
  const { days: reach, margin } = REACH[rule.freq]
  const lastDay = dayOf(start) + reach
  const { bound } = spec
  const most = bound === undefined ? undefined : 'count' in bound ? bound.count : bound.until + 1
  const days = daysOf(rule, dayOf(start), most === undefined ? lastDay : lastDay + 40_000, most)
  const walls = days.map((day) => day * DAY + timeOf(start))
  const item = (id: number, source: Item['source']): Item => ({ id, source, isExcluded: false, own: null })
  const items = walls.map((wall) => item(wall, 'rule'))
  if (walls[0] !== start) items.unshift(item(start, 'start'))
  for (const place of spec.excluded ?? []) items[place % items.length]!.isExcluded = true
  for (const { place, later = 0, length: own = length, title = TITLE, people: whom = people } of spec.overrides ?? []) {
    const target = items[place % items.length]!
    if (!target.isExcluded) target.own = { start: target.id + later, length: own, title, people: whom }
  }
  for (const { days, seconds } of spec.added ?? []) {
    const wall = start + days * DAY + seconds
    if (items.every(({ id }) => instantOf(clock, id) !== instantOf(clock, wall))) items.push(item(wall, 'added'))
  }
  const knownUntil = bound === undefined ? (lastDay - margin) * DAY : Number.POSITIVE_INFINITY
  return { clock, title: TITLE, people, length, rule, items: inOrder(items), knownUntil }
}

export const inOrder = (items: Item[]) => [...items].sort((a, b) => a.id - b.id)

/** What stands of an item. */
export function standing({ length, title, people }: Series, { id, own }: Item): Wanted {
  return own ?? { start: id, length, title, people }
}

/** The items that are left, as far as the list is complete. */
export function leftOf(series: Series): Item[] {
  const { items, knownUntil } = series
  return items.filter((item) => !item.isExcluded && standing(series, item).start < knownUntil)
}

/** `isRepeating`: whether the object still says so; in one that does not only an override names an instance. */
export function occurrencesOf(series: Series, isRepeating: boolean): Occurrence[] {
  const { clock } = series
  const occurrences = leftOf(series).map((item) => {
    const { start, length, title, people } = standing(series, item)
    const instant = instantOf(clock, start)
    const recurrenceId = isRepeating || item.own ? recurrenceIdAt(clock, item.id) : null
    return { recurrenceId, start: instant * 1000, end: (instant + length) * 1000, title, people }
  })
  return sorted(occurrences)
}

export const sorted = (occurrences: Occurrence[]) =>
  [...occurrences].sort((a, b) => a.start - b.start || a.end - b.end || (nameOf(a) < nameOf(b) ? -1 : 1))

const nameOf = ({ title, people, recurrenceId }: Occurrence) => `${title} ${people} ${recurrenceId}`
