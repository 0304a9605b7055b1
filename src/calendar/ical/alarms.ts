import { DAY, dayOfWall, parseIsoDate, timeOfDay } from './civil'
import { IcalError } from './error'
import { type Component, type Property, property } from './parse'
import { type TimeValue, timeValue } from './times'
import { parseDuration, parseTime } from './values'
import type { ObjectZones } from './zone/resolve'
import { toUtcSeconds, toWallSeconds, type Zone } from './zone/table'

/** `leadMinutes` is null exactly for `none` and `custom`. */
export interface Reminder {
  kind: 'none' | 'preset' | 'offlist' | 'custom'
  leadMinutes: number | null
}

/** A readable trigger: seconds from the start, or an instant, or one that no lead can express. */
type Trigger = { kind: 'lead'; seconds: number } | { kind: 'absolute'; instant: number } | { kind: 'other' }

const PRESETS = new Set([0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080])
const NINE = 9 * 3600
const MINUTES_A_DAY = 1440
/** Apple writes an alarm on this day to mean "no alarm". */
const APPLE_SENTINEL = '19760401T'
/** Months have no place in a duration (RFC 5545 3.3.6); who writes one there means minutes. */
const MINUTES_WITHOUT_T = /^([+-]?P)(\d+M)$/i

const NONE: Reminder = { kind: 'none', leadMinutes: null }
const CUSTOM: Reminder = { kind: 'custom', leadMinutes: null }

/**
 * What an event's alarms mean as one reminder. Left aside: ACTION:NONE, Apple's 1976 sentinels, snoozes (RFC 9074) and
 * unreadable triggers. On an all-day event an absolute alarm at 09:00 household time, whole days before the start, is a
 * lead of those days.
 */
export function classifyAlarms(event: Component, start: TimeValue, zones: ObjectZones): Reminder {
  const triggers = triggersOf(event, zones)
  const [trigger] = triggers
  if (!trigger) return NONE
  if (triggers.length > 1 || trigger.kind === 'other') return CUSTOM
  const seconds = trigger.kind === 'lead' ? trigger.seconds : wholeDaysBefore(trigger.instant, start, zones.household)
  return seconds === null || seconds < 0 ? CUSTOM : leadOf(seconds)
}

/** Whether the reminder is an alarm so long before the start: not what is written for an all-day event. */
export function isRelativeReminder(event: Component, zones: ObjectZones): boolean {
  const triggers = triggersOf(event, zones)
  return triggers.length === 1 && triggers[0]?.kind === 'lead'
}

/** The first two triggers: more mean what two mean. */
function triggersOf(event: Component, zones: ObjectZones): Trigger[] {
  const triggers: Trigger[] = []
  for (const component of event.components) {
    const trigger = component.name === 'VALARM' && !isIgnored(component) ? triggerOf(component, zones) : null
    if (trigger !== null) triggers.push(trigger)
    if (triggers.length === 2) break
  }
  return triggers
}

/**
 * The instant of an all-day reminder: 09:00 household time, the lead rounded up to whole days before `date`
 * (`YYYY-MM-DD`).
 */
export function allDayReminderAt(date: string, leadMinutes: number, household: Zone): Date {
  const day = parseIsoDate(date)
  if (day === null) throw new RangeError('not a date')
  return new Date(allDayAlarmInstant(day, leadMinutes, household) * 1000)
}

/** `allDayReminderAt` in day numbers and UTC seconds. */
export function allDayAlarmInstant(day: number, leadMinutes: number, household: Zone): number {
  const daysBefore = Math.ceil(leadMinutes / MINUTES_A_DAY)
  return toUtcSeconds(household, (day - daysBefore) * DAY + NINE)
}

/** Whether an alarm says "no alarm", so that removing the reminder must not remove it. */
export function isNoAlarm(action: string | undefined): boolean {
  return action?.toUpperCase() === 'NONE'
}

/** Whether an alarm is one at an instant that counts as a reminder. */
export function isAbsoluteAlarm(alarm: Component): boolean {
  const trigger = property(alarm, 'TRIGGER')
  return trigger !== undefined && isAbsolute(trigger) && !isIgnored(alarm) && !isOfPlace(alarm)
}

/** Seconds are rounded up to minutes, so that no reminder comes late. */
function leadOf(seconds: number): Reminder {
  const leadMinutes = Math.ceil(seconds / 60)
  const isPreset = leadMinutes * 60 === seconds && PRESETS.has(leadMinutes)
  return { kind: isPreset ? 'preset' : 'offlist', leadMinutes }
}

function isIgnored(alarm: Component): boolean {
  if (isNoAlarm(property(alarm, 'ACTION')?.value)) return true
  if (property(alarm, 'RELATED-TO')?.params.RELTYPE?.toUpperCase() === 'SNOOZE') return true
  return !isOfPlace(alarm) && property(alarm, 'TRIGGER')?.value.startsWith(APPLE_SENTINEL) === true
}

function isOfPlace(alarm: Component): boolean {
  return property(alarm, 'X-APPLE-PROXIMITY') !== undefined
}

/** Null when there is no trigger that can be read. */
function triggerOf(alarm: Component, zones: ObjectZones): Trigger | null {
  const source = property(alarm, 'TRIGGER')
  if (isOfPlace(alarm)) return { kind: 'other' }
  if (!source) return null
  try {
    if (isAbsolute(source)) return { kind: 'absolute', instant: absoluteInstant(source, zones) }
    const { days, seconds } = parseDuration(source.value.replace(MINUTES_WITHOUT_T, '$1T$2'))
    if (source.params.RELATED?.toUpperCase() === 'END') return { kind: 'other' }
    // Not a minus sign: it would make -0 of 0.
    return { kind: 'lead', seconds: 0 - (days * DAY + seconds) }
  } catch {
    return null
  }
}

function isAbsolute(source: Property): boolean {
  return source.params.VALUE?.toUpperCase() === 'DATE-TIME' || /^\d{8}T/.test(source.value)
}

/** The instant of an absolute trigger, in UTC seconds. @throws IcalError when it is none */
export function absoluteInstant(source: Property, zones: ObjectZones): number {
  if (parseTime(source.value).kind === 'date') throw new IcalError('trigger without a time')
  const { zone, wall } = timeValue(source, zones)
  return toUtcSeconds(zone, wall)
}

/**
 * Seconds of the whole days between 09:00 on an earlier or the same day and an all-day start; null for any other
 * instant.
 */
function wholeDaysBefore(instant: number, start: TimeValue, household: Zone): number | null {
  const wall = toWallSeconds(household, instant)
  if (!start.isDate || timeOfDay(wall) !== NINE) return null
  const days = dayOfWall(start.wall) - dayOfWall(wall)
  return days < 0 ? null : days * DAY
}
