import { alarmLines } from './alarm-lines'
import type { PeopleNames } from './categories'
import { dayOfWall, yearOf } from './civil'
import type { EventForm } from './form'
import { clockFor, formBound, formTimes } from './form-times'
import { categoriesLine, foldedLines, textLine, timeLine, utcText } from './lines'
import { mainEvent, readObject } from './object'
import { property } from './parse'
import { withBound } from './recurrence'
import { ruleOf } from './recurrence-rule'
import { startingOnRule } from './recurrence-start'
import { plainReminders, wantedReminders } from './reminder-times'
import { instantOf, placeAt } from './times'
import { OPERATION } from './x-properties'
import { toWallSeconds, UTC, type Zone } from './zone/table'
import { vtimezoneLines } from './zone/write'

interface BuildOptions {
  uid: string
  /** Written as X-CORKBOARD-OP, so that a write whose answer was lost is recognised on the server. */
  operationId: string
  now: Date
  household: Zone
  people: PeopleNames
}

/** Of the uids we make. */
export const UID_SUFFIX = '@corkboard.local'

/** How every VCALENDAR that is written here begins. */
export const CALENDAR_LINES = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Corkboard//Corkboard//EN'] as const

/**
 * A complete VCALENDAR for a validated form. Recurring timed events keep household wall-clock time, single ones stand
 * in UTC.
 */
export function buildEvent(form: EventForm, options: BuildOptions): string {
  const { household, people } = options
  const given = formTimes(form)
  const recurrence = form.recurrence === 'none' ? undefined : form.recurrence
  const { clock, zone } = clockFor(given, recurrence !== undefined, household)
  const times = startingOnRule(given, form, zone)
  const reminders = plainReminders(wantedReminders(form, times.isDate) ?? [], times.isDate)
  const start = { isDate: times.isDate, wall: toWallSeconds(zone, times.start), zone }
  // A series may start an hour before the time that was wanted: its clock cannot say the second of two equal hours.
  const end = placeAt(times.end - times.start + instantOf(start), { clock, zone })
  const names = people.namesOf(form.personIds ?? [])
  const stamp = utcText(options.now)
  const lines = [
    ...CALENDAR_LINES,
    ...(clock.kind === 'tzid' ? vtimezoneLines(zone, yearOf(start.wall)) : []),
    'BEGIN:VEVENT',
    `UID:${options.uid}`,
    `DTSTAMP:${stamp}`,
    `CREATED:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    'SEQUENCE:0',
    timeLine('DTSTART', clock, [start.wall]),
    ...(times.end > times.start ? [timeLine('DTEND', end.clock, [end.value.wall])] : []),
    ...(recurrence === undefined
      ? []
      : [
          `RRULE:${withBound(ruleOf(recurrence, dayOfWall(start.wall)), formBound(form), {
            isDate: times.isDate,
            isFloating: false,
            household,
          })}`,
        ]),
    textLine('SUMMARY', form.title),
    ...(form.location ? [textLine('LOCATION', form.location)] : []),
    ...(form.description ? [textLine('DESCRIPTION', form.description)] : []),
    ...(names.length > 0 ? [categoriesLine(names)] : []),
    `${OPERATION}:${options.operationId}`,
    ...reminders.flatMap((reminder) => alarmLines(reminder, times, household)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return foldedLines(lines)
}

/** X-CORKBOARD-OP of the master and of the overrides; none when the text is unreadable. */
export function operationIdsOf(text: string): string[] {
  try {
    return readObject(text, UTC).events.flatMap((event) => property(event, OPERATION)?.value ?? [])
  } catch {
    return []
  }
}

/** UID of the object's event, null when the text is unreadable. */
export function uidOf(text: string): string | null {
  try {
    return property(mainEvent(readObject(text, UTC)), 'UID')?.value ?? null
  } catch {
    return null
  }
}
