import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { copyKey } from '../window/copies'
import type { CachedOccurrence } from '../window/occurrence'
import type { Place } from './places'

/** A place with what is to be shown there. */
export interface Shown {
  place: Place
  occurrence: CachedOccurrence
}

/**
 * Ids of events that the shared calendar holds as well, with the same uid and start. `isFound` tells which of its events are
 * found themselves, `series` are all series that are.
 */
export async function copiesAmong(
  ctx: Pick<Context, 'db'>,
  shown: readonly Shown[],
  sharedId: number,
  { series, isFound }: { series: readonly Place[]; isFound: (id: number) => boolean },
): Promise<Set<number>> {
  const others = shown.filter(({ occurrence }) => occurrence.calendarId !== sharedId)
  const uids = others.filter(({ place }) => place.occurrence === null).map(({ occurrence }) => occurrence.uid)
  const shared = series.flatMap(({ occurrence }) => (occurrence?.calendarId === sharedId ? occurrence : []))
  const twins = new Set([...shared, ...(await singlesWith(ctx, sharedId, uids, isFound))].map(copyKey))
  return new Set(others.filter(({ occurrence }) => twins.has(copyKey(occurrence))).map(({ place }) => place.id))
}

async function singlesWith(
  { db }: Pick<Context, 'db'>,
  calendarId: number,
  uids: readonly string[],
  isFound: (id: number) => boolean,
) {
  if (uids.length === 0) return []
  const rows = await db
    .select({ id: events.id, uid: events.uid, startUtc: events.dtstartUtc, startDate: events.dtstartDate })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), inArray(events.uid, [...uids]), eq(events.hasRrule, false)))
  return rows
    .filter(({ id }) => isFound(id))
    .map(({ uid, startUtc, startDate }) => ({ uid, start: startDate ?? startUtc!.toISOString() }))
}
