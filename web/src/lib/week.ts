import { DAY, dayOfIso, positionInWeek } from './tz'

const MONDAY = 1

/**
 * The number of the week that a day lies in, 1 to 53, where weeks begin on `firstWeekday` (0 is Sunday).
 *
 * Weeks from Monday count as ISO 8601 does: the first has the year's first Thursday. All others count as in the US and
 * in the Middle East: the first has 1 January (CLDR, weekData).
 */
export function weekNumber(day: number, firstWeekday: number): number {
  const start = day - positionInWeek(day, firstWeekday)
  // The day of the week whose year the week counts to.
  const deciding = start + (firstWeekday === MONDAY ? 3 : 6)
  const year = new Date(deciding * DAY).getUTCFullYear()
  return Math.floor((deciding - dayOfIso(`${year}-01-01`)) / 7) + 1
}
