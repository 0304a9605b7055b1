import { expand, type Occurrence, prepare } from '../../../src/calendar/ical/expand'
import { dayStart, type Zone, zoneOf } from '../../../src/calendar/ical/zone'
import { directoryOf } from '../../../src/household/people-names'

export const household = zoneOf('Europe/Amsterdam')!

/** Ada is 1, Ben 2 and was Benny, Cleo 3 has a comma in her name. */
export const people = directoryOf(
  ['Ada', 'Ben', 'Cleo, the younger'].map((name, at) => ({
    id: at + 1,
    name,
    color: '#356DEF',
    birthday: null,
    position: at,
    memberId: null,
    managerIds: [],
  })),
  [{ personId: 2, nameKey: 'benny' }],
)

export const options = { operationId: 'op-2', now: new Date('2026-11-20T12:00:00Z'), household, people }

/** An object with the given lines in its VEVENTs, each written as one array. */
export function calendarOf(...events: string[][]): string {
  const blocks = events.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'])
  return [['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN'], ...blocks, ['END:VCALENDAR'], '']
    .flat()
    .join('\r\n')
}

/** `start/end` of an occurrence, as instants or dates. */
export function spanOf({ allDay, start, end }: Occurrence): string {
  const text = (milliseconds: number) =>
    allDay
      ? new Date(milliseconds).toISOString().slice(0, 10)
      : new Date(milliseconds).toISOString().replace('.000Z', 'Z')
  return `${text(start)}/${text(end)}`
}

/** Spans of an object between two days of a zone, the household's unless said otherwise. */
export function spansOf(text: string, from: string, to: string, zone: Zone = household): string[] {
  return occurrencesOf(text, from, to, zone).map(spanOf)
}

export function occurrencesOf(text: string, from: string, to: string, zone: Zone = household): Occurrence[] {
  return expand(prepare(text, zone), dayStart(zone, from).getTime(), dayStart(zone, to).getTime(), zone)
}

/** Lines that only one of two texts has, marked with - and +. */
export function difference(before: string, after: string): string[] {
  const old = before.split('\r\n')
  const now = after.split('\r\n')
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ]
}
