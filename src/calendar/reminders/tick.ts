import { type PeopleDirectory, readDirectory } from '../../household/people-names'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { Allowance } from '../ical/expand'
import type { Zone } from '../ical/zone'
import { BIRTHDAYS_OWNER } from './birthdays'
import { type CalendarOwner, readCalendars } from './queries'
import type { SeriesReminders } from './series'

/** What all work of one tick shares. */
export interface Tick {
  series: SeriesReminders
  household: Zone
  allowance: Allowance
  calendars: ReadonlyMap<number, CalendarOwner>
  /** Read when the first asks: on most ticks nothing is due. */
  readDirectory: () => Promise<PeopleDirectory>
}

export async function openTick(ctx: Context, series: SeriesReminders): Promise<Tick> {
  const calendars = await readCalendars(ctx)
  let directory: Promise<PeopleDirectory> | null = null
  return {
    series,
    household: await householdZone(ctx),
    allowance: new Allowance(),
    calendars: new Map([...calendars, BIRTHDAYS_OWNER].map((calendar) => [calendar.id, calendar])),
    readDirectory: () => {
      directory ??= readDirectory(ctx)
      return directory
    },
  }
}
