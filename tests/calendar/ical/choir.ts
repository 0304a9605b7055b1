import { changedFields } from '../../../src/calendar/ical/changes'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import type { EventForm } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { household, occurrencesOf, options } from './cast'

export const AMSTERDAM = 'TZID=Europe/Amsterdam'
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** A series from six to seven in the evening of that day in Amsterdam, with more lines. */
export const evening = (day: string, ...more: string[]) => [
  'UID:u',
  'SUMMARY:Choir',
  `DTSTART;${AMSTERDAM}:${day}T180000`,
  `DTEND;${AMSTERDAM}:${day}T190000`,
  ...more,
]
export const override = (id: string, start: string, ...more: string[]) => [
  'UID:u',
  `RECURRENCE-ID;${AMSTERDAM}:${id}T180000`,
  `DTSTART;${AMSTERDAM}:${start}`,
  ...more,
]
export const linesOf = (text: string, name: string) => text.match(new RegExp(`^${name}[;:].*$`, 'gm')) ?? []
export const shown = (text: string, from = '2026-01-01', to = '2027-01-01') =>
  occurrencesOf(text, from, to).map(({ start, title }) => `${new Date(start).toISOString().slice(5, 16)} ${title}`)
/** `MM-DD` of every occurrence. */
export const days = (text: string, to?: string) => shown(text, '2026-01-01', to).map((one) => one.slice(0, 5))

/** The changes of a form in which the occurrence was moved by days and milliseconds, and more. */
export function changesOf(
  text: string,
  recurrenceId: string,
  by: number,
  more: Partial<EventForm> = {},
): Partial<EventForm> {
  const base = formOfInstance(text, recurrenceId, household)
  if (base === null) throw new Error(`no instance ${recurrenceId} in\n${text}`)
  const later = (moment: string) => new Date(Date.parse(moment) + by).toISOString().slice(0, base.allDay ? 10 : 24)
  const { title, allDay } = base
  return changedFields(base, { title, allDay, start: later(base.start), end: later(base.end), ...more })
}

export const move = (text: string, recurrenceId: string, by: number, more?: Partial<EventForm>) =>
  editSeries(text, recurrenceId, changesOf(text, recurrenceId, by, more), options)
