import { isIgnored, isNoAlarm, saysStart, type Trigger, triggerOf, triggersOf } from './alarm-triggers'
import { DAY, dayOfWall, timeOfDay } from './civil'
import { type Component, property } from './parse'
import {
  dayTimeOf,
  EARLIEST_REMINDER_DAYS,
  EARLIEST_REMINDER_MINUTES,
  type EventReminders,
  MAX_REMINDERS,
  plainReminders,
  type ReminderTime,
  reminderAt,
  secondsOf,
} from './reminder-times'
import type { TimeValue } from './times'
import { MAX_DURATION } from './values'
import { NO_REMINDERS } from './x-properties'
import type { ObjectZones } from './zone/resolve'
import { toUtcSeconds, toWallSeconds, type Zone } from './zone/table'

/** `leadMinutes` is null exactly for `none` and `custom`. */
export interface Reminder {
  kind: 'none' | 'preset' | 'offlist' | 'custom'
  leadMinutes: number | null
}

const PRESETS = new Set([0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080])
const NONE: Reminder = { kind: 'none', leadMinutes: null }
const CUSTOM: Reminder = { kind: 'custom', leadMinutes: null }

/**
 * What an event's alarms mean as one reminder. Left aside: ACTION:NONE, Apple's 1976 sentinels, snoozes (RFC 9074) and
 * unreadable triggers. On an all-day event an absolute alarm at 09:00 household time, whole days before the start, is a
 * lead of those days.
 */
export function classifyAlarms(event: Component, start: TimeValue, zones: ObjectZones): Reminder {
  const triggers = triggersOf(event, zones, 2)
  const [trigger] = triggers
  if (!trigger) return NONE
  if (triggers.length > 1) return CUSTOM
  const reminder = reminderOf(trigger, start, zones.household)
  if (typeof reminder !== 'number') return CUSTOM
  const isExact = trigger.kind !== 'lead' || trigger.seconds === reminder * 60
  return { kind: isExact && PRESETS.has(reminder) ? 'preset' : 'offlist', leadMinutes: reminder }
}

/** Whether the reminder is an alarm so long before the start: not what is written for an all-day event. */
export function isRelativeReminder(event: Component, zones: ObjectZones): boolean {
  const triggers = triggersOf(event, zones, 2)
  return triggers.length === 1 && triggers[0]?.kind === 'lead'
}

/** Every alarm of an event as a reminder, in their order; null where one of them, or so many, cannot be said. */
function remindersOf(event: Component, start: TimeValue, zones: ObjectZones): ReminderTime[] | null {
  const triggers = triggersThatCount(event, zones)
  const reminders = triggers.map((trigger) => reminderOf(trigger, start, zones.household))
  const isOne = triggers.length === 1
  const isSaid = (reminder: ReminderTime | null): reminder is ReminderTime =>
    reminder !== null && (isEarly(reminder) || (isOne && typeof reminder === 'number'))
  return triggers.length <= MAX_REMINDERS && reminders.every(isSaid) ? reminders : null
}

/**
 * The reminder that an alarm is, where it is written as we write it: beside an all-day event an instant, else relative,
 * one at the start in words. Null for any other.
 */
export function writtenReminderOf(alarm: Component, start: TimeValue, zones: ObjectZones): ReminderTime | null {
  const trigger = isIgnored(alarm) ? null : triggerOf(alarm, zones)
  if (trigger?.kind !== (start.isDate ? 'absolute' : 'lead')) return null
  const reminder = reminderOf(trigger, start, zones.household)
  return reminder === 0 && !start.isDate && !saysStart(alarm) ? null : reminder
}

/**
 * The reminders of an event whose lead does not tell them: several, one at a time of a day, or one at a timed start.
 * Null where it does, and where they cannot be said. A bare lead of 0 is none of a timed event.
 */
export function untoldReminders(
  event: Component,
  { kind, leadMinutes }: Reminder,
  start: TimeValue,
  zones: ObjectZones,
): ReminderTime[] | null {
  if (kind === 'custom') return remindersOf(event, start, zones)
  if (leadMinutes !== 0 || start.isDate) return null
  const isAtStart = event.components.some((one) => one.name === 'VALARM' && writtenReminderOf(one, start, zones) === 0)
  return isAtStart ? [0] : null
}

/** As many of an event's triggers as tell its reminders. */
export const triggersThatCount = (event: Component, zones: ObjectZones): Trigger[] =>
  triggersOf(event, zones, MAX_REMINDERS + 1)

/**
 * Whether an override says nothing of reminders but what its series does: it has no alarms, which says nothing by itself, or
 * those of the series to the letter, an instant that was copied along.
 */
export function remindsAsSeries(override: Component, zones: ObjectZones, ofSeries: readonly Trigger[]): boolean {
  const triggers = triggersThatCount(override, zones)
  if (triggers.length === 0) return !saysNone(override)
  // One at the start may mean what that of the series does not.
  return triggers.some(({ kind }) => kind === 'absolute') && Bun.deepEquals(triggers, ofSeries)
}

/** The reminders of an override that has others than its series. Null: it has not, or they cannot be said. */
export function ownRemindersOf(
  override: Component,
  start: TimeValue,
  zones: ObjectZones,
  ofSeries: readonly Trigger[],
): EventReminders | null {
  if (remindsAsSeries(override, zones, ofSeries)) return null
  if (triggersOf(override, zones, 1).length === 0) return { times: [], isSentAtStart: true }
  const reminder = classifyAlarms(override, start, zones)
  const untold = untoldReminders(override, reminder, start, zones)
  if (untold !== null) return { times: plainReminders(untold, start.isDate), isSentAtStart: true }
  return reminder.leadMinutes === null ? null : { times: [reminder.leadMinutes], isSentAtStart: false }
}

/** It says "no alarm", or its reminders were taken from it here. */
const saysNone = (override: Component) =>
  property(override, NO_REMINDERS) !== undefined ||
  override.components.some((one) => one.name === 'VALARM' && isNoAlarm(property(one, 'ACTION')?.value))

/**
 * The instant, in UTC seconds, of a reminder of an all-day event that starts on a day (a number of `civil`): a lead counts
 * in whole days, rounded up, and comes at 09:00 of the household.
 */
export function allDayAlarmInstant(day: number, reminder: ReminderTime, household: Zone): number {
  const at = dayTimeOf(reminder)
  return toUtcSeconds(household, (day - at.daysBefore) * DAY + secondsOf(at))
}

/**
 * Null for what comes after the start, or beyond reason before it, for an instant beside a timed event, and for what has no
 * lead at all. Seconds are rounded up to minutes, so that no reminder comes late.
 */
function reminderOf(trigger: Trigger, start: TimeValue, household: Zone): ReminderTime | null {
  if (trigger.kind === 'lead') return trigger.seconds < 0 ? null : Math.ceil(trigger.seconds / 60)
  if (trigger.kind !== 'absolute' || !start.isDate) return null
  const wall = toWallSeconds(household, trigger.instant)
  const days = dayOfWall(start.wall) - dayOfWall(wall)
  return days < 0 || days * DAY > MAX_DURATION ? null : reminderAt(days, timeOfDay(wall))
}

function isEarly(reminder: ReminderTime): boolean {
  if (typeof reminder === 'number') return reminder <= EARLIEST_REMINDER_MINUTES
  return reminder.daysBefore <= EARLIEST_REMINDER_DAYS
}
