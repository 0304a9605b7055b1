import type { QuietHours } from '../../household/reminder-preferences'
import { MINUTE_MS } from '../../platform/durations'
import { DAY, timeOfDay } from '../ical/civil'
import { secondsOf } from '../ical/reminder-times'
import { toWallSeconds, type Zone } from '../ical/zone'

/** The end of the quiet hours that an instant lies in, epoch milliseconds; null: it lies in none. */
export function quietUntil(instant: number, quietHours: QuietHours | null, household: Zone): number | null {
  if (quietHours === null || !isQuiet(instant, quietHours, household)) return null
  // Minute by minute: on the nights when clocks change, the hour of the end comes twice, or never.
  let end = Math.floor(instant / MINUTE_MS) * MINUTE_MS
  while (isQuiet(end, quietHours, household)) end += MINUTE_MS
  return end
}

function isQuiet(instant: number, quietHours: QuietHours, household: Zone): boolean {
  const now = timeOfDay(toWallSeconds(household, Math.floor(instant / 1000)))
  const [start, end] = [secondsOf({ time: quietHours.start }), secondsOf({ time: quietHours.end })]
  return (now - start + DAY) % DAY < (end - start + DAY) % DAY
}
