import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { dayStart, type Zone } from '../ical/zone'
import { type CachedOccurrence, merged } from './occurrence'
import { RecurringReader, type StoredSeries } from './recurring'
import { type Days, readSingle } from './single'

export type { CachedOccurrence } from './occurrence'
export type { StoredSeries } from './recurring'
export type { Days } from './single'

export interface WindowReader {
  /**
   * The occurrences of these calendars that overlap the days, from the cache alone, ordered by start and then title.
   * Cancelled ones are left out.
   */
  read(calendarIds: readonly number[], days: Days): Promise<CachedOccurrence[]>
  /** Series by the ids of their events, those that can be read, and the household's zone. */
  series(ids: readonly number[]): Promise<{ series: StoredSeries[]; zone: Zone }>
}

/** A reader with its cache of recurring events. */
export function createWindowReader(ctx: Context): WindowReader {
  let reader: RecurringReader | null = null
  const recurringIn = (zone: Zone) => {
    if (reader?.zone.id !== zone.id) reader = new RecurringReader(ctx, zone)
    return reader
  }
  return {
    async read(calendarIds, days) {
      if (calendarIds.length === 0) return []
      const zone = await householdZone(ctx)
      const span = { fromMs: dayStart(zone, days.start).getTime(), toMs: dayStart(zone, days.end).getTime() }
      return merged(
        ...(await Promise.all([
          readSingle(ctx, calendarIds, days, span, zone),
          recurringIn(zone).read(calendarIds, span),
        ])),
      )
    },
    async series(ids) {
      const zone = await householdZone(ctx)
      return { series: await recurringIn(zone).series(ids), zone }
    },
  }
}
