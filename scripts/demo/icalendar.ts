import { DAY_MS } from '../../src/platform/durations'
import type { DemoEvent } from './events'
import { ZONE } from './household'

const VTIMEZONE = `BEGIN:VTIMEZONE
TZID:${ZONE}
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

const dateText = (day: Date) => day.toISOString().slice(0, 10).replaceAll('-', '')
const wallText = (wall: Date) => wall.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

/** The object as another calendar program would have stored it: local times with a zone of their own. */
export function toICalendar(event: DemoEvent, uid: string, today: Date): string {
  const day = new Date(today.getTime() + event.day * DAY_MS)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Corkboard//Demo household//EN',
    ...(event.at === undefined ? [] : VTIMEZONE.split('\n')),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${wallText(today)}Z`,
    ...times(event, day),
    `SUMMARY:${escapeText(event.title)}`,
    // What other programs show as categories are the persons' names.
    ...(event.who === undefined ? [] : [`CATEGORIES:${event.who.map(escapeText).join(',')}`]),
    ...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.rule === undefined ? [] : [`RRULE:${event.rule}`]),
    ...(event.alarms ?? []).flatMap((trigger) => alarm(trigger, event.title, day)),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.join('\r\n')
}

function times(event: DemoEvent, day: Date): string[] {
  if (event.at === undefined) {
    const end = new Date(day.getTime() + (event.days ?? 1) * DAY_MS)
    return [`DTSTART;VALUE=DATE:${dateText(day)}`, `DTEND;VALUE=DATE:${dateText(end)}`]
  }
  const [hours = 0, minutes = 0] = event.at.split(':').map(Number)
  const start = new Date(day.getTime() + (hours * 60 + minutes) * 60_000)
  const end = new Date(start.getTime() + (event.minutes ?? 60) * 60_000)
  return [`DTSTART;TZID=${ZONE}:${wallText(start)}`, `DTEND;TZID=${ZONE}:${wallText(end)}`]
}

function alarm(trigger: string, title: string, day: Date): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    trigger.startsWith('@')
      ? `TRIGGER;VALUE=DATE-TIME:${nineOClock(day, Number(trigger.slice(1)))}`
      : `TRIGGER:${trigger}`,
    'END:VALARM',
  ]
}

/** 09:00 in the household's zone, so many days before, as UTC. */
function nineOClock(day: Date, daysBefore: number): string {
  const date = new Date(day.getTime() - daysBefore * DAY_MS).toISOString().slice(0, 10)
  return Temporal.PlainDate.from(date)
    .toZonedDateTime({ timeZone: ZONE, plainTime: '09:00' })
    .toInstant()
    .toString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+/, '')
}

function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(/([,;])/g, '\\$1')
    .replaceAll('\n', '\\n')
}
