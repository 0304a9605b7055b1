import { allDayAlarmInstant } from './alarms'
import { dayOfWall } from './civil'
import type { FormTimes } from './form-times'
import { utcText } from './lines'
import type { Zone } from './zone/table'

/**
 * The VALARM of a reminder, no lines when it means none. Timed: relative to the start, where 0 means none. All-day: an
 * absolute alarm at 09:00 household time, the lead rounded up to whole days before the first day.
 */
export function alarmLines(leadMinutes: number | null, times: FormTimes, household: Zone): string[] {
  if (leadMinutes === null || (leadMinutes === 0 && !times.isDate)) return []
  const trigger = times.isDate
    ? allDayTrigger(dayOfWall(times.start), leadMinutes, household)
    : `TRIGGER:-PT${leadMinutes}M`
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reminder', trigger, 'END:VALARM']
}

export function allDayTrigger(day: number, leadMinutes: number, household: Zone): string {
  const instant = new Date(allDayAlarmInstant(day, leadMinutes, household) * 1000)
  return `TRIGGER;VALUE=DATE-TIME:${utcText(instant)}`
}
