import type { EventForm, StoredInstance, WritableCalendar } from '../../data/types'
import { shiftTimes } from '../drag/shift'
import type { Entry } from '../entries'
import { reminderFields, remindersOfStored } from '../reminders'
import { formOfTimes } from '../writes/times'

interface Copied {
  entry: Entry
  /** Null where only that is known which the calendar shows. */
  details: StoredInstance | null
  personIds: number[]
  /** By how many days it is later. */
  days: number
  zone: string
  calendars: readonly WritableCalendar[]
}

/** The same event on another day: once, and with nobody invited. */
export function copyForm({ entry, details, personIds, days, zone, calendars }: Copied): EventForm {
  const { label, allDay } = entry
  const location = entry.location ?? ''
  const description = details?.description ?? ''
  const calendarUrl = details?.calendarUrl || calendars.find(({ isShared }) => isShared === entry.isShared)?.url
  return {
    // A new event has a title, whatever it is a copy of.
    ...formOfTimes(label, shiftTimes(entry, { days, start: 0, end: 0 }, zone)),
    ...(location !== '' && { location }),
    ...(description !== '' && { description }),
    ...(personIds.length > 0 && { personIds }),
    ...(calendarUrl && { calendarUrl }),
    ...reminderFields(remindersOfStored(details ?? entry), allDay),
  }
}
