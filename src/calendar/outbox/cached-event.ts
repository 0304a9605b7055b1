import { and, desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { calendars, events } from '../../platform/db/schema'

/** What the cache holds of an event. */
export interface CachedEvent {
  href: string
  etag: string | null
  text: string
}

/** The event as cached for the calendar, else for another member's row of the same URL. */
export async function selectCached(
  db: Executor,
  calendar: { id: number; url: string },
  uid: string,
): Promise<CachedEvent | null> {
  const [found] = await db
    .select({ href: events.href, etag: events.etag, text: events.rawVevent })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
    .where(and(eq(calendars.url, calendar.url), eq(events.uid, uid)))
    .orderBy(desc(sql`${events.calendarId} = ${calendar.id}`))
    .limit(1)
  return found ?? null
}
