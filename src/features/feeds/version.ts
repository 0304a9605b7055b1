import { count, inArray } from 'drizzle-orm'
import { dayOf } from '../../calendar/ical/zone'
import { busyUids } from '../../household/busy-uid'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import type { FeedContents } from './read'
import { sumOfRows } from './row-sum'
import { todosVersion } from './todos'

/** Raised when a feed of the same contents is written in another way. */
const FORMAT = 7

/**
 * An entity tag for a feed's calendar (RFC 9110 8.8.3), from an index alone: what it shows, of which day, and how each
 * calendar's rows stand. Weak, so that a proxy may compress what it stands for.
 */
export async function versionOf(ctx: Context, contents: FeedContents): Promise<string> {
  const { feed, calendars, lists, zone, busy } = contents
  const parts = [
    FORMAT,
    // Uids of what shows as busy are made with a secret, which may be changed.
    busyUids(ctx.config)('version'),
    [feed.id, feed.name, feed.detail, feed.reminders, busy],
    [zone.id, dayOf(zone, ctx.now())],
    calendars.map(({ id, access, displayName, ownerName }) => [id, access, displayName, ownerName]),
    await rowsOf(ctx, contents),
    lists.map(({ id, name }) => [id, name]),
    await todosVersion(ctx, contents),
  ]
  return `W/"${new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('base64url')}"`
}

/** A row that is written, added or removed changes its calendar's sum. */
async function rowsOf({ db }: Context, { calendars }: FeedContents) {
  if (calendars.length === 0) return []
  const { calendarId, id, updatedAt } = events
  return db
    .select({ calendarId, count: count(), sum: sumOfRows(id, updatedAt) })
    .from(events)
    .where(
      inArray(
        calendarId,
        calendars.map((calendar) => calendar.id),
      ),
    )
    .groupBy(calendarId)
    .orderBy(calendarId)
}
