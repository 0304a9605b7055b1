import { dayOfWall } from '../civil'
import { type Clock, clockParam, timeText } from '../lines'
import type { Property } from '../parse'
import { alignedTo, instantOf, type TimeValue, timeValue } from '../times'
import { listOf } from '../values'
import type { ObjectZones } from '../zone/resolve'
import { toWallSeconds } from '../zone/table'
import type { Block } from './document'
import { type Instances, readable } from './instances'
import { clockOf, isSameClock, type Move, movedClock, wallOn } from './place'

/** More than any series has; beyond it they stay as they stand. */
const MAX_DATES = 10_000

/** The EXDATEs and RDATEs that can be followed. */
export function followedDates(block: Block): Set<Property> {
  let count = 0
  const sources = ['EXDATE', 'RDATE'].flatMap((name) => block.properties(name))
  return new Set(
    sources.filter(({ value }) => {
      for (let at = 0; at >= 0; at = value.indexOf(',', at + 1)) count += 1
      return count <= MAX_DATES
    }),
  )
}

/** A value as it names an instance of a series, on the series' clock where it has none. @throws IcalError */
export function namedBy(source: Property, text: string, start: TimeValue, zones: ObjectZones): TimeValue {
  return timeValue(source, zones, text, start.isDate ? zones.household : start.zone)
}

/** Instants that the entries of an EXDATE or RDATE name; what cannot be read names none. */
export function instantsNamed(source: Property, start: TimeValue, zones: ObjectZones): number[] {
  return listOf(source.value)
    .map((text) => instantNamed(source, text, start, zones))
    .filter((instant) => instant !== null)
}

function instantNamed(source: Property, text: string, start: TimeValue, zones: ObjectZones): number | null {
  const value = readable(() => alignedTo(start, namedBy(source, text.split('/')[0]!, start, zones)))
  return value && instantOf(value)
}

/** The line of an EXDATE or RDATE with some of its entries; what cannot be read stays. '': none is left, null: all are. */
export function keptDates(
  source: Property,
  start: TimeValue,
  zones: ObjectZones,
  isKept: (instant: number, text: string) => boolean,
): string | null {
  const before = listOf(source.value)
  const after = before.filter((text) => {
    const instant = instantNamed(source, text, start, zones)
    return instant === null || isKept(instant, text)
  })
  if (after.length === before.length) return null
  return after.length === 0 ? '' : dateLine(source.name, clockOf(source), after)
}

/** The line of an EXDATE after its series has moved: what names no instance any more is left out. Null: it stays. */
export function movedExclusions(source: Property, move: Move, instances: Instances, zones: ObjectZones): string | null {
  const start = move.from.value
  return rewritten(source, move, zones, (text, target) => {
    const value = namedBy(source, text, start, zones)
    const isWholeDay = value.isDate && !start.isDate
    const instants = isWholeDay ? instances.onDay(dayOfWall(value.wall)) : [instantOf(alignedTo(start, value))]
    const places = instants.map((instant) => instances.follow(instant) ?? null).filter((place) => place !== null)
    return [...new Set(places.map((place) => timeText(target.clock, wallOn(target, place, move))))]
  })
}

/** The line of an RDATE after its series has moved, periods with the length they had. Null: it stays. */
export function movedAdded(source: Property, move: Move, instances: Instances, zones: ObjectZones): string | null {
  const start = move.from.value
  return rewritten(source, move, zones, (text, target) => {
    const [first = '', second] = text.split('/')
    const value = namedBy(source, first, start, zones)
    const instant = instantOf(alignedTo(start, value))
    const place = instances.follow(instant) ?? null
    if (place === null) return []
    const moved = timeText(target.clock, wallOn(target, place, move))
    if (second === undefined || target.clock.kind === 'date') return [moved]
    if (/^[P+-]/i.test(second)) return [`${moved}/${second}`]
    const length = instantOf(namedBy(source, second, start, zones)) - instantOf(value)
    const end = instantOf({ ...move.to.value, wall: place }) + length
    return [`${moved}/${timeText(target.clock, toWallSeconds(target.zone, end))}`]
  })
}

type Target = ReturnType<typeof movedClock>

/** The property with each entry replaced; '' when none is left, null when it stays as it is or cannot be read. */
function rewritten(
  source: Property,
  move: Move,
  zones: ObjectZones,
  replace: (text: string, target: Target) => string[],
): string | null {
  const before = listOf(source.value)
  const target = readable(() => movedClock(source, zones, move))
  const after = target && before.flatMap((text) => readable(() => replace(text, target)) ?? [text])
  if (!target || !after) return null
  if (after.join() === before.join() && isSameClock(clockOf(source), target.clock)) return null
  if (after.length === 0) return ''
  return dateLine(source.name, target.clock, after)
}

function dateLine(name: string, clock: Clock, entries: string[]): string {
  const isPeriods = entries.some((entry) => entry.includes('/'))
  return `${name}${isPeriods ? ';VALUE=PERIOD' : ''}${clockParam(clock)}:${entries.join(',')}`
}
