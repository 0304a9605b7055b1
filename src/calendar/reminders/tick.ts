import { type PeopleDirectory, readDirectory } from '../../household/people-names'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { Allowance } from '../ical/expand'
import type { Zone } from '../ical/zone'
import { BIRTHDAYS_OWNER } from './birthdays'
import { type CalendarOwner, type CalendarRevision, readCalendars } from './queries'
import type { SeriesReminders } from './series'
import type { SeriesRows } from './series-rows'

/** What one tick leaves to the next. */
export interface TickMemory {
  series: SeriesReminders
  rows: SeriesRows
}

/** What all work of one tick shares. */
export interface Tick extends TickMemory {
  household: Zone
  allowance: Allowance
  calendars: ReadonlyMap<number, CalendarOwner>
  revisions: readonly CalendarRevision[]
  /** Read when the first asks: on most ticks nothing is due. */
  readDirectory: () => Promise<PeopleDirectory>
}

/** Reads what all work of one tick shares. */
export async function openTick(ctx: Context, kept: TickMemory): Promise<Tick> {
  const calendars = await readCalendars(ctx)
  let directory: Promise<PeopleDirectory> | null = null
  return {
    ...kept,
    household: await householdZone(ctx),
    allowance: new Allowance(),
    calendars: new Map([...calendars, BIRTHDAYS_OWNER].map((calendar) => [calendar.id, calendar])),
    revisions: calendars,
    readDirectory: () => {
      directory ??= readDirectory(ctx)
      return directory
    },
  }
}
