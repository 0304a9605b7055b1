import { allDayAlarmInstant } from './alarms'
import { dayOfWall } from './civil'
import type { FormTimes } from './form-times'
import { utcText } from './lines'
import type { ReminderTime } from './reminder-times'
import { toWallSeconds, type Zone } from './zone/table'

/** The VALARM of a reminder: relative to the start of a timed event, absolute beside an all-day one. */
export function alarmLines(reminder: ReminderTime, times: FormTimes, household: Zone): string[] {
  const trigger = triggerLine(reminder, times, household)
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reminder', trigger, 'END:VALARM']
}

/** Its TRIGGER. One at the start says so in words: a bare lead of 0 is read as none. */
export function triggerLine(reminder: ReminderTime, times: FormTimes, household: Zone): string {
  if (times.isDate) return allDayTrigger(dayOfWall(times.start), reminder, household)
  const minutes = typeof reminder === 'number' ? reminder : minutesBefore(reminder, times.start, household)
  return minutes === 0 ? 'TRIGGER;RELATED=START:PT0S' : `TRIGGER:-PT${minutes}M`
}

/** An absolute TRIGGER for an event that begins on a day, given as its number. */
export function allDayTrigger(day: number, reminder: ReminderTime, household: Zone): string {
  const instant = new Date(allDayAlarmInstant(day, reminder, household) * 1000)
  return `TRIGGER;VALUE=DATE-TIME:${utcText(instant)}`
}

/** Minutes from a reminder at a time of a day to a timed start (UTC seconds); 0 where it would come after that. */
function minutesBefore(reminder: ReminderTime, start: number, household: Zone): number {
  const day = dayOfWall(toWallSeconds(household, start))
  return Math.max(0, Math.ceil((start - allDayAlarmInstant(day, reminder, household)) / 60))
}
