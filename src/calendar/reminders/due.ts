import { allDayAlarmInstant } from '../ical/alarms'
import { DAY, dayOfWall, formatIsoDate, parseIsoDate } from '../ical/civil'
import { type Allowance, expand, type Occurrence, type Prepared, type Report } from '../ical/expand'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import { isWithin, type TickWindow } from './tick-window'

/** A reminder that is due within a tick window. */
export interface Due {
  uid: string
  title: string
  allDay: boolean
  /**
   * Start of the occurrence in epoch milliseconds; all-day: midnight UTC of its date, whatever the household's zone.
   */
  start: number
  leadMinutes: number
  /** When the reminder should be sent, epoch milliseconds. */
  fireAt: number
}

/** An event that happens once. */
export interface SingleEvent {
  uid: string
  title: string
  leadMinutes: number
  /** Null for an all-day event. */
  startUtc: Date | null
  /** `YYYY-MM-DD` of an all-day event. */
  startDate: string | null
}

const MINUTE_MS = 60_000
const MINUTES_A_DAY = 1440

/**
 * The reminder of an event that happens once; null when it is not due in the window. A timed event with lead 0 has
 * none.
 */
export function dueOfSingle(event: SingleEvent, window: TickWindow, household: Zone): Due | null {
  const { uid, title, leadMinutes, startUtc, startDate } = event
  const day = startDate === null ? null : parseIsoDate(startDate)
  const common = { uid, title, leadMinutes }
  let due: Due | null = null
  if (day !== null) {
    const fireAt = allDayAlarmInstant(day, leadMinutes, household) * 1000
    due = { ...common, allDay: true, start: day * DAY * 1000, fireAt }
  } else if (startUtc !== null && leadMinutes > 0) {
    const start = startUtc.getTime()
    due = { ...common, allDay: false, start, fireAt: start - leadMinutes * MINUTE_MS }
  }
  return due !== null && isWithin(window, due.fireAt) ? due : null
}

/** The reminders of an object with several occurrences; each occurrence follows the rule of its own kind. */
export function dueOfSeries(
  prepared: Prepared,
  leadMinutes: number,
  window: TickWindow,
  household: Zone,
  report?: Report,
  allowance?: Allowance,
): Due[] {
  const expandBetween = (from: number, to: number) => expand(prepared, from, to, household, report, allowance)
  return [
    ...timedDues(expandBetween, leadMinutes, window),
    ...reminderDays(window, household).flatMap((day) => allDayDues(expandBetween, leadMinutes, day, household)),
  ]
}

/** The days (numbers of `civil`) whose 09:00 in the household's zone lies in the window. */
export function reminderDays(window: TickWindow, household: Zone): number[] {
  const dayAt = (instant: number) => dayOfWall(toWallSeconds(household, Math.floor(instant / 1000)))
  const days: number[] = []
  for (let day = dayAt(window.from) - 1; day <= dayAt(window.to) + 1; day++) {
    if (isWithin(window, allDayAlarmInstant(day, 0, household) * 1000)) days.push(day)
  }
  return days
}

/** The day an all-day event with this lead starts on when it reminds on `day`. */
export function startDayOf(day: number, leadMinutes: number): number {
  return day + daysBefore(leadMinutes)
}

/** A lead in whole days, rounded up so that no reminder comes after what it is about. */
export function daysBefore(leadMinutes: number): number {
  return Math.ceil(leadMinutes / MINUTES_A_DAY)
}

type Expand = (from: number, to: number) => Occurrence[]

function timedDues(expandBetween: Expand, leadMinutes: number, window: TickWindow): Due[] {
  if (leadMinutes <= 0) return []
  const lead = leadMinutes * MINUTE_MS
  // `expand` leaves its end out, a tick window includes it.
  return expandBetween(window.from + lead, window.to + lead + 1)
    .filter(({ allDay, start }) => !allDay && isWithin(window, start - lead))
    .map(({ uid, title, start }) => ({ uid, title, allDay: false, start, leadMinutes, fireAt: start - lead }))
}

function allDayDues(expandBetween: Expand, leadMinutes: number, day: number, household: Zone): Due[] {
  const startDay = startDayOf(day, leadMinutes)
  const start = startDay * DAY * 1000
  const from = dayStart(household, formatIsoDate(startDay)).getTime()
  const fireAt = allDayAlarmInstant(startDay, leadMinutes, household) * 1000
  return expandBetween(from, from + 1)
    .filter((occurrence) => occurrence.allDay && occurrence.start === start)
    .map(({ uid, title }) => ({ uid, title, allDay: true, start, leadMinutes, fireAt }))
}
