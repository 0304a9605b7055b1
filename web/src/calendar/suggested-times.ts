import type { Timed } from '../lib/layout'
import { DAY, dayOf, HOUR, MINUTE, toInstant, toWall } from '../lib/tz'

/**
 * When a new event starts and how long it lasts while nobody has said so; pure. Walls and days are those of the
 * household's zone.
 */

const STEP = 30 * MINUTE
const MORNING = 9 * HOUR
/** Nobody wants to be put off until later. */
const NIGHT = 22 * HOUR
const DEFAULT_LENGTH = HOUR
/** A shorter first word, such as `Dr`, says nothing about its event. */
const LEAST_WORD = 3

interface Stretch {
  startWall: number
  endWall: number
}

/** The first free half hour of a day: of today after now, of any other from nine o'clock on. */
export function suggestedStart(day: number, now: number, taken: readonly Stretch[], zone: string): number {
  const isToday = day === dayOf(now)
  const first = isToday ? (Math.floor(now / STEP) + 1) * STEP : day * DAY + MORNING
  // Nothing is left of a day before its midnight.
  if (dayOf(first) > day) return suggestedStart(day + 1, now, taken, zone)
  const isFree = (start: number) => !taken.some(({ startWall, endWall }) => startWall < start + STEP && endWall > start)
  for (let start = first; start < day * DAY + NIGHT; start += STEP) {
    if (isFree(start) && isOnClock(start, zone)) return start
  }
  return first
}

/** Clocks that are put forward leave out an hour. */
const isOnClock = (wall: number, zone: string): boolean => toWall(toInstant(wall, zone), zone) === wall

interface Titled extends Timed {
  title: string
}

/**
 * How many milliseconds the last event of that title lasted, else the last one with the same first word, else an hour.
 * Capitals, accents and signs make no difference; of what is still to come the next one counts.
 */
export function usualLength(title: string, events: readonly Titled[], now: number): number {
  const timed = events.filter((event) => !event.allDay && lengthOf(event) > 0 && lengthOf(event) < DAY)
  const asked = folded(title)
  const [word = ''] = asked.split(' ')
  if (asked === '') return DEFAULT_LENGTH
  const alike = timed.filter((event) => folded(event.title) === asked)
  const akin = word.length < LEAST_WORD ? [] : timed.filter((event) => folded(event.title).split(' ')[0] === word)
  const last = lastOf(alike, now) ?? lastOf(akin, now)
  return last === undefined ? DEFAULT_LENGTH : lengthOf(last)
}

function lastOf<T extends Timed>(events: readonly T[], now: number): T | undefined {
  const inOrder = events.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return inOrder.findLast(({ start }) => Date.parse(start) <= now) ?? inOrder[0]
}

const lengthOf = ({ start, end }: Timed): number => Date.parse(end) - Date.parse(start)

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
