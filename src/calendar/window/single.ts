import { and, eq, gt, gte, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { dayStart, type Zone } from '../ical/zones'
import { byStartThenTitle, type CachedOccurrence } from './occurrence'
import { rawText, type Span, WINDOW_INDEX } from './sql'

/** Days of the household, `end` exclusive. */
export interface Days {
  start: string
  end: string
}

/** Events that happen once and overlap the days, in order; answered from columns alone. */
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
  const rows = await ctx.db
    .select({
      calendarId: events.calendarId,
      uid: events.uid,
      title: events.title,
      location: events.location,
      allDay: events.allDay,
      startUtc: rawText<string | null>(events.dtstartUtc),
      endUtc: rawText<string | null>(events.dtendUtc),
      startDate: rawText<string | null>(events.dtstartDate),
      endDate: rawText<string | null>(events.dtendDate),
      reminderLeadMinutes: events.reminderLeadMinutes,
      reminderIsCustom: events.reminderIsCustom,
    })
    .from(events, { forceIndex: WINDOW_INDEX })
    .where(
      and(
        inArray(events.calendarId, [...calendarIds]),
        eq(events.hasRrule, false),
        or(gte(events.lastUtc, from), isNull(events.lastUtc)),
        eq(events.cancelled, false),
        or(timed, allDay),
      ),
    )
  return rows
    .map(({ startUtc, endUtc, startDate, endDate, ...row }) => {
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
    .sort(byStartThenTitle)
}

/** `2026-11-20 12:00:00.000` → `2026-11-20T12:00:00.000Z`. */
const isoInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11)}Z`
