import { DAY } from '../ical/civil'
import { secondsOf } from '../ical/reminder-times'
import { toUtcSeconds, type Zone } from '../ical/zone'

/** When a clock shows a time (`HH:MM`) on a day (since 1970-01-01), epoch milliseconds. */
export const instantOf = (day: number, time: string, zone: Zone): number =>
  toUtcSeconds(zone, day * DAY + secondsOf({ time })) * 1000
