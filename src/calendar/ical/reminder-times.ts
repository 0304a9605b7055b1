import { MINUTES_A_DAY } from './civil'
/** A time on a day before an all-day event, on the household's clock. */
export interface DayTime {
  /** 0: on its first day. */
  daysBefore: number
  /** `HH:MM` */
  time: string
}

/**
 * A reminder as the event form says it: minutes before the start, 0 at it; of an all-day event also a time on a day, and
 * minutes mean 09:00, whole days before.
 */
export type ReminderTime = number | DayTime

export const MAX_REMINDERS = 5
export const EARLIEST_REMINDER_MINUTES = 10_080
export const EARLIEST_REMINDER_DAYS = 7

const NINE = '09:00'

/** When an event, or an occurrence, reminds. */
export interface EventReminders {
  /** The earliest first. */
  times: readonly ReminderTime[]
  /** Whether 0 means the start of a timed event; a lead of 0 means none. */
  isSentAtStart: boolean
}

/** What a form says of reminders. */
interface RemindersSaid {
  reminders?: ReminderTime[]
  reminderLeadMinutes?: number | null
}

/** A lead in whole days, rounded up so that no reminder comes after what it is about. */
export function daysBefore(leadMinutes: number): number {
  return Math.ceil(leadMinutes / MINUTES_A_DAY)
}

/** When an all-day event reminds, minutes meaning 09:00. */
export function dayTimeOf(reminder: ReminderTime): DayTime {
  return typeof reminder === 'number' ? { daysBefore: daysBefore(reminder), time: NINE } : reminder
}

/** Seconds since midnight of `HH:MM`. */
export function secondsOf({ time }: Pick<DayTime, 'time'>): number {
  return Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60
}

/** The reminder of an all-day event at that second of a day; null unless it is a whole minute. */
export function reminderAt(daysBefore: number, second: number): ReminderTime | null {
  if (second % 60 !== 0) return null
  const time = new Date(second * 1000).toISOString().slice(11, 16)
  return time === NINE ? daysBefore * MINUTES_A_DAY : { daysBefore, time }
}

/** The same reminders in one spelling, each once, the earliest first. */
export function plainReminders(reminders: readonly ReminderTime[], isAllDay: boolean): ReminderTime[] {
  const plain = isAllDay ? reminders.map(plainDayTime) : reminders
  const unique = new Map(plain.map((reminder) => [JSON.stringify(reminder), reminder]))
  return [...unique.values()].sort((one, other) => minutesOf(other, isAllDay) - minutesOf(one, isAllDay))
}

/** Equal exactly when two lists mean the same. */
export function remindersKey(reminders: readonly ReminderTime[], isAllDay: boolean): string {
  return JSON.stringify(plainReminders(reminders, isAllDay))
}

/** What `reminderLeadMinutes` says beside them: the only one, where it is one in minutes. */
export function leadOf(reminders: readonly ReminderTime[]): number | null {
  const [only] = reminders
  return reminders.length === 1 && typeof only === 'number' ? only : null
}

/** The reminders that a form asks for; undefined where it says nothing of them. A lead of 0 is none of a timed event. */
export function wantedReminders(form: RemindersSaid, isAllDay: boolean): ReminderTime[] | undefined {
  const { reminders, reminderLeadMinutes: lead } = form
  if (reminders !== undefined || lead === undefined) return reminders
  return lead === null || (lead === 0 && !isAllDay) ? [] : [lead]
}

/** The reminders of a stored form. Undefined where they cannot be said, and for a timed lead of 0, which is not sent. */
export function storedReminders(
  form: RemindersSaid & { allDay: boolean; reminderIsCustom: boolean },
): ReminderTime[] | undefined {
  const { allDay, reminders, reminderIsCustom, reminderLeadMinutes: lead = null } = form
  if (reminders !== undefined || reminderIsCustom || (lead === 0 && !allDay)) return reminders
  return lead === null ? [] : [lead]
}

function plainDayTime(reminder: ReminderTime): ReminderTime {
  const day = dayTimeOf(reminder)
  return reminderAt(day.daysBefore, secondsOf(day))!
}

/** Minutes from the reminder to the start, or to the midnight that begins an all-day event. */
function minutesOf(reminder: ReminderTime, isAllDay: boolean): number {
  if (typeof reminder === 'number' && !isAllDay) return reminder
  const day = dayTimeOf(reminder)
  return day.daysBefore * MINUTES_A_DAY - secondsOf(day) / 60
}
