import type { EventForm } from '../../data/types'
import type { Timed } from '../../lib/layout'
import { DAY, dayOf, dayOfIso, isoOfDay, toInstant, toWall } from '../../lib/tz'
import { daysOf, firstDayOf } from '../rule/days'

/** Days from `first`, inclusive. */
export interface Range {
  first: number
  days: number
}

/**
 * Where the event of a form will stand in the days of a range, as the service expands it: on the household's clock; a
 * date that a month or a year does not have is left out, and does not count.
 */
export function repeat(form: EventForm, range: Range, zone: string): Timed[] {
  const start = form.allDay ? dayOfIso(form.start) * DAY : toWall(Date.parse(form.start), zone)
  const timesAt = form.allDay ? allDayTimes(form) : timedTimes(form, zone)
  const timeOfDay = start - dayOf(start) * DAY
  const found: Timed[] = []
  const last = range.first + range.days - 1
  for (const day of daysOfForm(form, dayOf(start), range.first - spanOf(form), last)) {
    if (day > last) break
    const times = timesAt(day * DAY + timeOfDay)
    if (reaches(times, range.first, zone)) found.push(times)
  }
  return found
}

/** Whether an occurrence is still going on when a day begins, or starts then or later. */
function reaches({ allDay, start, end }: Timed, day: number, zone: string): boolean {
  if (allDay) return dayOfIso(end) > day
  const from = toInstant(day * DAY, zone)
  return Date.parse(end) > from || Date.parse(start) >= from
}

/** More days than an event can reach into. */
const spanOf = ({ start, end }: EventForm) => Math.ceil((Date.parse(end) - Date.parse(start)) / DAY) + 2

/** An occurrence of whole days that begins at a wall; its end is exclusive. */
function allDayTimes({ start, end }: EventForm) {
  const length = dayOfIso(end) - dayOfIso(start) + 1
  return (wall: number): Timed => {
    const day = dayOf(wall)
    return { allDay: true, start: isoOfDay(day), end: isoOfDay(day + length) }
  }
}

/** One that begins at a wall and takes as long as the first. */
function timedTimes({ start, end }: EventForm, zone: string) {
  const length = Date.parse(end) - Date.parse(start)
  return (wall: number): Timed => {
    const instant = toInstant(wall, zone)
    const iso = (at: number) => new Date(at).toISOString()
    return { allDay: false, start: iso(instant), end: iso(instant + length) }
  }
}

/** The days on which it begins, in order; those before `from` may be passed over. */
function* daysOfForm(form: EventForm, start: number, from: number, to: number): Generator<number> {
  const { recurrence = 'none', recurrenceCount = Number.POSITIVE_INFINITY, recurrenceUntil } = form
  const first = recurrence === 'none' ? null : firstDayOf(recurrence, start)
  const until = recurrenceUntil === undefined ? Number.POSITIVE_INFINITY : dayOfIso(recurrenceUntil)
  // Even a rule that is over before it begins has its first event.
  if (recurrence === 'none' || first === null || first > until) return yield start
  yield* daysOf(recurrence, first, from, Math.min(until, to), recurrenceCount)
}
