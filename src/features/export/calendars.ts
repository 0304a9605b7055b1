import { and, asc, eq, min, type SQL } from 'drizzle-orm'
import { CALENDAR_LINES } from '../../calendar/ical/build'
import { IcalError } from '../../calendar/ical/error'
import { calendarNameLines, foldedLines } from '../../calendar/ical/lines'
import { Collection } from '../../calendar/ical/publish/collection'
import { readTexts } from '../../calendar/object-texts'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events } from '../../platform/db/schema'
import type { createNames } from './names'
import type { ExportedFile } from './zip'

/** Ids of events that are read together. */
const PORTION = 2000

/** Calendars on CalDAV servers, each as one file with everything that is in it. Subscriptions are elsewhere's own. */
export async function* exportedCalendars(
  ctx: Context,
  condition: SQL,
  nameFor: ReturnType<typeof createNames>,
): AsyncGenerator<ExportedFile> {
  const rows = await ctx.db
    .select({ id: calendars.id, displayName: calendars.displayName })
    .from(calendars)
    .where(and(condition, eq(calendars.source, 'caldav')))
    .orderBy(asc(calendars.id))
  for (const { id, displayName } of rows) {
    yield { path: `${nameFor('calendars', displayName)}.ics`, pieces: calendarPieces(ctx, id, displayName) }
  }
}

async function* calendarPieces(ctx: Context, calendarId: number, name: string): AsyncGenerator<string> {
  const [first] = await ctx.db
    .select({ at: min(events.firstUtc) })
    .from(events)
    .where(eq(events.calendarId, calendarId))
  const collection = new Collection((first?.at ?? ctx.now()).getUTCFullYear(), await householdZone(ctx))
  const objects: string[] = []
  const rows = await ctx.db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.calendarId, calendarId))
    .orderBy(asc(events.id))
  for (let from = 0; from < rows.length; from += PORTION) {
    const ids = rows.slice(from, from + PORTION).map(({ id }) => id)
    for await (const { text } of readTexts(ctx, ids)) objects.push(added(collection, text))
  }
  yield foldedLines([...CALENDAR_LINES, 'CALSCALE:GREGORIAN', ...calendarNameLines(name)])
  // Readers want a zone before what is in it.
  yield collection.definitions()
  yield* objects
  yield 'END:VCALENDAR\r\n'
}

/** '' for an object that cannot be read. */
function added(collection: Collection, text: string): string {
  try {
    return collection.add(text)
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
    return ''
  }
}
