import { and, type Column, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { dayStart, type Zone } from '../ical/zones'
import { type Expanded, Expansions, type Span } from './expansions'

/** An occurrence without what it owes to its calendar. */
export interface CachedOccurrence extends Expanded {
  calendarId: number
  uid: string
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
}

/** Days of the household, `end` exclusive. */
export interface Days {
  start: string
  end: string
}

export interface WindowReader {
  /**
   * The occurrences of these calendars that overlap the days, from the cache alone, ordered by start and then title.
   * Cancelled ones are left out.
   */
  read(calendarIds: readonly number[], days: Days): Promise<CachedOccurrence[]>
}

/** A reader with what it remembers of recurring events. */
export function createWindowReader(ctx: Context): WindowReader {
  let expansions: { zoneId: string; of: Expansions } | null = null
  return {
    async read(calendarIds, days) {
      if (calendarIds.length === 0) return []
      const zone = await householdZone(ctx)
      if (expansions?.zoneId !== zone.id) expansions = { zoneId: zone.id, of: new Expansions(zone, ctx.log) }
      const span = { fromMs: dayStart(zone, days.start).getTime(), toMs: dayStart(zone, days.end).getTime() }
      const [single, recurring] = await Promise.all([
        readSingle(ctx, calendarIds, days, span, zone),
        readRecurring(ctx, calendarIds, span, expansions.of),
      ])
      return single.concat(recurring).sort(byStartThenTitle)
    },
  }
}

/** The database's own text of a date column: making a Date of each would cost more than the query. */
const text = <T extends string | null>(column: Column) => sql<T>`${column}`

/** Everything that is over before the window is passed by in the index. */
const notOverBefore = (fromMs: number) => or(gte(events.lastUtc, new Date(fromMs)), isNull(events.lastUtc))

/** Events that happen once, answered from columns. */
async function readSingle(
  ctx: Context,
  calendarIds: readonly number[],
  days: Days,
  { fromMs, toMs }: Span,
  zone: Zone,
): Promise<CachedOccurrence[]> {
  const [from, to] = [new Date(fromMs), new Date(toMs)]
  // An event without length belongs to the window that it begins in.
  const timed = and(
    eq(events.allDay, false),
    lt(events.dtstartUtc, to),
    or(gt(events.dtendUtc, from), gte(events.dtstartUtc, from)),
  )
  const allDay = and(eq(events.allDay, true), lt(events.dtstartDate, days.end), gt(events.dtendDate, days.start))
  const rows = await ctx.db
    .select({
      calendarId: events.calendarId,
      uid: events.uid,
      title: events.title,
      location: events.location,
      allDay: events.allDay,
      startUtc: text<string | null>(events.dtstartUtc),
      endUtc: text<string | null>(events.dtendUtc),
      startDate: text<string | null>(events.dtstartDate),
      endDate: text<string | null>(events.dtendDate),
      reminderLeadMinutes: events.reminderLeadMinutes,
      reminderIsCustom: events.reminderIsCustom,
    })
    .from(events)
    .where(
      and(
        inArray(events.calendarId, [...calendarIds]),
        eq(events.hasRrule, false),
        notOverBefore(fromMs),
        eq(events.cancelled, false),
        or(timed, allDay),
      ),
    )
  return rows.map(({ startUtc, endUtc, startDate, endDate, ...row }) => {
    const start = startDate ?? isoInstant(startUtc!)
    return {
      calendarId: row.calendarId,
      uid: row.uid,
      title: row.title,
      location: row.location,
      allDay: row.allDay,
      start,
      end: endDate ?? isoInstant(endUtc!),
      startsAt: row.allDay ? dayStart(zone, start).getTime() : Date.parse(start),
      isRecurring: false,
      reminderLeadMinutes: row.reminderLeadMinutes,
      reminderIsCustom: row.reminderIsCustom,
    }
  })
}

/** Events that must be expanded; their texts are read only where they are not known in this version. */
async function readRecurring(
  ctx: Context,
  calendarIds: readonly number[],
  span: Span,
  expansions: Expansions,
): Promise<CachedOccurrence[]> {
  const rows = await ctx.db
    .select({
      id: events.id,
      calendarId: events.calendarId,
      uid: events.uid,
      etag: events.etag,
      updatedAt: text<string>(events.updatedAt),
      reminderLeadMinutes: events.reminderLeadMinutes,
      reminderIsCustom: events.reminderIsCustom,
    })
    .from(events)
    .where(
      and(
        inArray(events.calendarId, [...calendarIds]),
        eq(events.hasRrule, true),
        notOverBefore(span.fromMs),
        lt(events.firstUtc, new Date(span.toMs)),
      ),
    )
  const known = new Map(rows.map((row) => [row.id, expansions.find(row)]))
  const unknown = rows.filter(({ id }) => known.get(id) === null).map(({ id }) => id)
  if (unknown.length > 0) {
    const objects = await ctx.db
      .select({ id: events.id, etag: events.etag, updatedAt: text<string>(events.updatedAt), text: events.rawVevent })
      .from(events)
      .where(inArray(events.id, unknown))
    for (const { text, ...version } of objects) known.set(version.id, expansions.add(version, text))
  }
  return rows.flatMap(({ id, calendarId, uid, reminderLeadMinutes, reminderIsCustom }) => {
    const object = known.get(id)
    // Removed between the two selects.
    if (object === undefined || object === null) return []
    return expansions
      .within(object, span)
      .map((occurrence) => ({ ...occurrence, calendarId, uid, reminderLeadMinutes, reminderIsCustom }))
  })
}

function byStartThenTitle(a: CachedOccurrence, b: CachedOccurrence): number {
  if (a.startsAt !== b.startsAt) return a.startsAt - b.startsAt
  if (a.title !== b.title) return a.title < b.title ? -1 : 1
  if (a.calendarId !== b.calendarId) return a.calendarId - b.calendarId
  return a.uid < b.uid ? -1 : 1
}

/** `2026-11-20 12:00:00.000` → `2026-11-20T12:00:00.000Z`. */
const isoInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11)}Z`
