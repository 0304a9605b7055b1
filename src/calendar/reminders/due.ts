import { MINUTE_MS } from '../../platform/durations'
import { allDayAlarmInstant } from '../ical/alarms'
import { DAY, dayOfWall, MINUTES_A_DAY, parseIsoDate } from '../ical/civil'
import { type Allowance, expand, type Occurrence, type Prepared, type Report } from '../ical/expand'
import type { PreparedGroup } from '../ical/prepare'
import { dayTimeOf, type EventReminders, type ReminderTime } from '../ical/reminder-times'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import { type ReminderColumns, remindersOf } from './event-reminders'
import { isWithin, type TickWindow } from './tick-window'

/** What an occurrence is about. */
interface About {
  uid: string
  title: string
  location: string | null
  /** As people read them. */
  categories: readonly string[]
}

/** A reminder that is due within a tick window. */
export interface Due extends About {
  allDay: boolean
  /**
   * Start of the occurrence in epoch milliseconds; all-day: midnight UTC of its date, whatever the household's zone.
   */
  start: number
  leadMinutes: number
  /** When the reminder should be sent, epoch milliseconds. */
  fireAt: number
  /** Which of the occurrence's reminders it is; empty for the only or the earliest one. */
  which: string
}

/** An event that happens once. */
export interface SingleEvent extends ReminderColumns, About {
  /** Null for an all-day event. */
  startUtc: Date | null
  /** `YYYY-MM-DD` of an all-day event. */
  startDate: string | null
}

/** The reminders of an event that happens once that are due in the window. */
export function duesOfSingle(event: SingleEvent, window: TickWindow, household: Zone): Due[] {
  const { uid, title, location, categories, startUtc, startDate } = event
  const day = startDate === null ? null : parseIsoDate(startDate)
  const allDay = day !== null
  const start = day !== null ? day * DAY * 1000 : startUtc?.getTime()
  if (start === undefined) return []
  return duesOfOne({ uid, title, location, categories, allDay, start }, remindersOf(event), window, household)
}

/**
 * The reminders of an object with several occurrences; each occurrence follows the rule of its own kind, and reminds as
 * its override says where that says something else.
 */
export function dueOfSeries(
  prepared: Prepared,
  columns: ReminderColumns,
  window: TickWindow,
  household: Zone,
  report?: Report,
  allowance?: Allowance,
): Due[] {
  const reminders = remindersOf(columns)
  const own = prepared.groups.flatMap(remindingThemselves)
  const names = new Set(own.map(({ occurrence }) => occurrenceName(occurrence)))
  const expandBetween = (from: number, to: number) =>
    expand(prepared, from, to, household, report, allowance).filter((one) => !names.has(occurrenceName(one)))
  const ofOwn = own.flatMap((one) => duesOfOne(one.occurrence, one.reminders, window, household))
  const ofSeries = reminders.times.flatMap((time) => {
    const reminded = [
      ...(isOfTimed(time, reminders) ? timedOccurrences(expandBetween, time, window, household) : []),
      ...startDaysOf(time, window, household).flatMap((day) => allDayOccurrences(expandBetween, day, household)),
    ]
    return reminded
      .map((occurrence) => dueAt(occurrence, time, reminders, household))
      .filter(({ fireAt }) => isWithin(window, fireAt))
  })
  return [...ofSeries, ...ofOwn]
}

/** The occurrences with reminders of their own. */
function remindingThemselves({ uid, overrides }: PreparedGroup): { occurrence: Reminded; reminders: EventReminders }[] {
  return overrides.flatMap(({ details, start, startInstant, reminders }) => {
    if (reminders === null || details.isCancelled) return []
    const { title, location, categories } = details
    const occurrence = { uid, title, location, categories, allDay: start.isDate, start: startInstant * 1000 }
    return [{ occurrence, reminders }]
  })
}

type Named = Pick<Reminded, 'uid' | 'allDay' | 'start'>

const occurrenceName = ({ uid, allDay, start }: Named) => `${uid} ${allDay} ${start}`

/** When each occurrence of an object reminds: as its series does, or as it says itself. */
export function remindersIn(prepared: Prepared, columns: ReminderColumns): (occurrence: Named) => EventReminders {
  const own = prepared.groups.flatMap(remindingThemselves)
  const known = new Map(own.map(({ occurrence, reminders }) => [occurrenceName(occurrence), reminders]))
  const ofSeries = remindersOf(columns)
  return (occurrence) => known.get(occurrenceName(occurrence)) ?? ofSeries
}

/** Whether an occurrence with these reminders has one that was once called so (`Due`). */
export const hasReminder = ({ allDay }: Pick<Named, 'allDay'>, reminders: EventReminders, which: string): boolean =>
  timesOf(reminders, allDay).some((time) => which === '' || which === nameOf(time))

/** The reminders of one occurrence that are due in the window. */
function duesOfOne(occurrence: Reminded, reminders: EventReminders, window: TickWindow, household: Zone): Due[] {
  return timesOf(reminders, occurrence.allDay)
    .map((time) => dueAt(occurrence, time, reminders, household))
    .filter(({ fireAt }) => isWithin(window, fireAt))
}

/** The days (numbers of `civil`) that an all-day event with this reminder starts on when it reminds in the window. */
export function startDaysOf(time: ReminderTime, window: TickWindow, household: Zone): number[] {
  const ahead = dayTimeOf(time).daysBefore
  const dayAt = (instant: number) => dayOfWall(toWallSeconds(household, Math.floor(instant / 1000))) + ahead
  const days: number[] = []
  for (let day = dayAt(window.from) - 1; day <= dayAt(window.to) + 1; day++) {
    if (isWithin(window, allDayAlarmInstant(day, time, household) * 1000)) days.push(day)
  }
  return days
}

type Expand = (from: number, to: number) => Occurrence[]
type Reminded = About & Pick<Due, 'allDay' | 'start'>

/** Those that an occurrence of that kind has. */
const timesOf = (reminders: EventReminders, allDay: boolean) =>
  reminders.times.filter((time) => allDay || isOfTimed(time, reminders))

const isOfTimed = (time: ReminderTime, { isSentAtStart }: EventReminders) => time !== 0 || isSentAtStart

function dueAt(
  { uid, title, location, categories, allDay, start }: Reminded,
  time: ReminderTime,
  { times }: EventReminders,
  zone: Zone,
): Due {
  const fireAt = fireAtOf({ allDay, start }, time, zone)
  const leadMinutes = typeof time === 'number' ? time : leadOfDay({ allDay, start }, dayTimeOf(time).daysBefore, fireAt)
  return {
    uid,
    title,
    location,
    categories,
    allDay,
    start,
    leadMinutes,
    fireAt,
    which: time === times[0] ? '' : nameOf(time),
  }
}

const leadOfDay = ({ allDay, start }: Pick<Due, 'allDay' | 'start'>, days: number, fireAt: number) =>
  allDay ? days * MINUTES_A_DAY : Math.max(0, Math.round((start - fireAt) / MINUTE_MS))

/** A time on a day counts, for a timed occurrence, from the day that it starts on; it never comes after that. */
function fireAtOf({ allDay, start }: Pick<Due, 'allDay' | 'start'>, time: ReminderTime, household: Zone): number {
  if (!allDay && typeof time === 'number') return start - time * MINUTE_MS
  const day = dayOfWall(allDay ? start / 1000 : toWallSeconds(household, Math.floor(start / 1000)))
  const instant = allDayAlarmInstant(day, time, household) * 1000
  return allDay ? instant : Math.min(instant, start)
}

const nameOf = (time: ReminderTime) => (typeof time === 'number' ? String(time) : `${time.daysBefore}@${time.time}`)

/** Timed occurrences, among them those that this reminder is due for. */
function timedOccurrences(expandBetween: Expand, time: ReminderTime, window: TickWindow, household: Zone): Reminded[] {
  const found = rangesOf(time, window, household).flatMap(([from, to]) =>
    expandBetween(from, to).filter(({ allDay, start }) => !allDay && start >= from && start < to),
  )
  return [...new Map(found.map((one) => [occurrenceName(one), one])).values()]
}

type Range = [from: number, to: number]

/** Where what this reminder is due for starts, in epoch milliseconds, the ends left out. */
function rangesOf(time: ReminderTime, window: TickWindow, household: Zone): Range[] {
  if (typeof time !== 'number') {
    const days = startDaysOf(time, window, household)
    // What starts before that time of its day reminds at its start.
    return [...days.map((day): Range => [midnight(day, household), midnight(day + 1, household)]), starting(window, 0)]
  }
  return [starting(window, time * MINUTE_MS)]
}

/** A tick window includes its end. */
const starting = ({ from, to }: TickWindow, later: number): Range => [from + later, to + later + 1]

function allDayOccurrences(expandBetween: Expand, day: number, household: Zone): Reminded[] {
  const from = midnight(day, household)
  return expandBetween(from, from + 1).filter(({ allDay, start }) => allDay && start === day * DAY * 1000)
}

const midnight = (day: number, household: Zone) => dayStart(household, day).getTime()
