import { and, eq, gt, gte, inArray, lt, or } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { plainRows } from '../../platform/db/plain-rows'
import { events } from '../../platform/db/schema'
import { dayStart, type Zone } from '../ical/zone'
import { categoriesFrom } from '../stored-categories'
import { byStartThenTitle, type CachedOccurrence, isoInstant } from './occurrence'
import { isInWindowIndex, type Span, WINDOW_INDEX } from './span'

/** Days of the household, `end` exclusive. */
export interface Days {
  start: string
  end: string
}

const COLUMNS = {
  calendarId: events.calendarId,
  uid: events.uid,
  title: events.title,
  location: events.location,
  categories: events.categories,
  allDay: events.allDay,
  transparent: events.transparent,
  private: events.private,
  startUtc: events.dtstartUtc,
  endUtc: events.dtendUtc,
  startDate: events.dtstartDate,
  endDate: events.dtendDate,
  reminderLeadMinutes: events.reminderLeadMinutes,
  reminderIsCustom: events.reminderIsCustom,
}

/** Events by their ids, as far as they happen once. */
export async function readSingleById({ db }: Pick<Context, 'db'>, ids: readonly number[], zone: Zone) {
  if (ids.length === 0) return new Map<number, CachedOccurrence>()
  const query = db
    .select({ ...COLUMNS, id: events.id })
    .from(events)
    .where(and(inArray(events.id, [...ids]), eq(events.hasRrule, false), eq(events.cancelled, false)))
  const rows = await plainRows<SingleRow & { id: number }>(db, query)
  return new Map(rows.map((row) => [row.id, occurrenceOf(row, zone)]))
}

/** Events that happen once and overlap the days, in order; from columns alone. */
export async function readSingle(
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
  const query = ctx.db
    .select(COLUMNS)
    .from(events, { forceIndex: WINDOW_INDEX })
    .where(
      and(isInWindowIndex(calendarIds, { isRecurring: false, fromMs }), eq(events.cancelled, false), or(timed, allDay)),
    )
  const rows = await plainRows<SingleRow>(ctx.db, query)
  return rows.map((row) => occurrenceOf(row, zone)).sort(byStartThenTitle)
}

interface SingleRow {
  calendar_id: number
  uid: string
  title: string
  location: string | null
  /** JSON. */
  categories: string | null
  all_day: 0 | 1
  transparent: 0 | 1
  private: 0 | 1
  dtstart_utc: string | null
  dtend_utc: string | null
  dtstart_date: string | null
  dtend_date: string | null
  reminder_lead_minutes: number | null
  reminder_is_custom: 0 | 1
}

function occurrenceOf(row: SingleRow, zone: Zone): CachedOccurrence {
  const start = row.dtstart_date ?? isoInstant(row.dtstart_utc!)
  return {
    calendarId: row.calendar_id,
    uid: row.uid,
    title: row.title,
    location: row.location,
    categories: categoriesFrom(row.categories),
    allDay: row.all_day === 1,
    start,
    end: row.dtend_date ?? isoInstant(row.dtend_utc!),
    startsAt: row.all_day === 1 ? dayStart(zone, start).getTime() : Date.parse(start),
    isRecurring: false,
    recurrenceId: null,
    isTransparent: row.transparent === 1,
    isPrivate: row.private === 1,
    seriesStart: null,
    reminderLeadMinutes: row.reminder_lead_minutes,
    reminderIsCustom: row.reminder_is_custom === 1,
  }
}
