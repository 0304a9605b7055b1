import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { dayStart } from '../ical/zone'
import { type CachedOccurrence, merged } from './occurrence'
import { RecurringReader } from './recurring'
import { type Days, readSingle } from './single'

export type { CachedOccurrence } from './occurrence'
export type { Days } from './single'

export interface WindowReader {
  /**
   * The occurrences of these calendars that overlap the days, from the cache alone, ordered by start and then title.
   * Cancelled ones are left out.
   */
  read(calendarIds: readonly number[], days: Days): Promise<CachedOccurrence[]>
}

/** A reader with its cache of recurring events. */
export function createWindowReader(ctx: Context): WindowReader {
  let recurring: RecurringReader | null = null
  return {
    async read(calendarIds, days) {
      if (calendarIds.length === 0) return []
      const zone = await householdZone(ctx)
      if (recurring?.zone.id !== zone.id) recurring = new RecurringReader(ctx, zone)
      const span = { fromMs: dayStart(zone, days.start).getTime(), toMs: dayStart(zone, days.end).getTime() }
      return merged(
        ...(await Promise.all([readSingle(ctx, calendarIds, days, span, zone), recurring.read(calendarIds, span)])),
      )
    },
  }
}
