import type { EventForm } from '../../data/types'
import type { Timed } from '../../lib/layout'
import { DAY, dayOf, dayOfIso, isoOfDay, toInstant, toWall } from '../../lib/tz'

/** What the household's clock shows at both ends; the end of all-day events is exclusive. */
export interface Walls {
  start: number
  end: number
}

/** The times of a form as an occurrence has them: the end of all-day events exclusive. */
export function timesOfForm(form: Pick<EventForm, 'allDay' | 'start' | 'end'>): Timed {
  const end = form.allDay ? isoOfDay(dayOfIso(form.end) + 1) : form.end
  return { allDay: form.allDay, start: form.start, end }
}

/** The form of an event that is only moved: with inclusive end, as the server wants it. */
export function formOfTimes(title: string, { allDay, start, end }: Timed): EventForm {
  return { title, allDay, start, end: allDay ? isoOfDay(dayOfIso(end) - 1) : end }
}

/** What the household's clock shows at an instant; of a date its midnight. */
export const wallAt = (time: string, zone: string): number =>
  time.includes('T') ? toWall(Date.parse(time), zone) : dayOfIso(time) * DAY

/** Start and end as the household's clock shows them; of whole days the end is exclusive. */
export function wallsOf({ start, end }: Timed, zone: string): Walls {
  return { start: wallAt(start, zone), end: wallAt(end, zone) }
}

/** The instant of a wall, or its date. */
export const timeOfWall = (wall: number, allDay: boolean, zone: string): string =>
  allDay ? isoOfDay(dayOf(wall)) : new Date(toInstant(wall, zone)).toISOString()

export function timesOfWalls({ start, end }: Walls, allDay: boolean, zone: string): Timed {
  return { allDay, start: timeOfWall(start, allDay, zone), end: timeOfWall(end, allDay, zone) }
}
