import { and, between, eq, gte, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { calendars, events } from '../../platform/db/schema'
import { MINUTE_MS } from '../../platform/durations'
import { DAY, formatIsoDate, MINUTES_A_DAY } from '../ical/civil'
import { EARLIEST_REMINDER_MINUTES } from '../ical/reminder-times'
import type { Zone } from '../ical/zone'
import { categoriesFrom } from '../stored-categories'
import { type SingleEvent, startDaysOf } from './due'
import { longestLead } from './event-reminders'
import type { SeriesKey } from './series'
import type { TickWindow } from './tick-window'

type Data = Pick<Context, 'db'>

export interface CalendarOwner {
  id: number
  userId: number
  isShared: boolean
  /** Whom its events are for, where they say nothing else. */
  personId: number | null
}

/** A calendar and how often rows have come into it. */
export interface CalendarRevision {
  id: number
  wordsRevision: number
}

export interface SingleRow extends SingleEvent {
  id: number
  calendarId: number
}

export interface SeriesRow extends SeriesKey {
  calendarId: number
  firstUtc: Date
}

/** Distinct reminder leads, in minutes, of cached events that happen once. */
interface LeadsInUse {
  timed: number[]
  allDay: number[]
}

/** An all-day reminder comes at a time of its day, and up to a day early. */
const PADDING_MINUTES = 2 * MINUTES_A_DAY

/** All calendars, with whom they remind. */
export async function readCalendars({ db }: Data): Promise<(CalendarOwner & CalendarRevision)[]> {
  const { id, userId, isShared, personId, wordsRevision } = calendars
  return db.select({ id, userId, isShared, personId, wordsRevision }).from(calendars)
}

/** Read from the index alone, one step per lead, however many events there are. */
export async function readLeads({ db }: Data): Promise<LeadsInUse> {
  const rows = await leadsQuery({ db })
  const leadsOf = (isAllDay: boolean, least: number) =>
    rows
      .filter(({ allDay, lead }) => allDay === isAllDay && lead !== null && lead >= least)
      .map(({ lead }) => lead as number)
  return { timed: leadsOf(false, 1), allDay: leadsOf(true, 0) }
}

export function leadsQuery({ db }: Data) {
  const { hasRrule, allDay, reminderLeadMinutes } = events
  return db
    .select({ allDay, lead: reminderLeadMinutes })
    .from(events)
    .where(eq(hasRrule, false))
    .groupBy(hasRrule, allDay, reminderLeadMinutes)
}

/** Timed events that happen once and whose reminder lies in the window; null when no lead is in use. */
export function timedQuery(data: Data, leads: readonly number[], window: TickWindow) {
  return singlesQuery(
    data,
    false,
    leads.map((lead) => {
      const from = new Date(window.from + lead * MINUTE_MS)
      const to = new Date(window.to + lead * MINUTE_MS)
      return and(eq(events.reminderLeadMinutes, lead), between(events.dtstartUtc, from, to))
    }),
  )
}

/** All-day events that happen once and whose reminder lies in the window; null on all ticks but those about 09:00. */
export function allDayQuery(data: Data, leads: readonly number[], window: TickWindow, household: Zone) {
  return singlesQuery(
    data,
    true,
    leads.flatMap((lead) =>
      startDaysOf(lead, window, household).map((day) =>
        and(eq(events.reminderLeadMinutes, lead), eq(events.dtstartDate, formatIsoDate(day))),
      ),
    ),
  )
}

/**
 * Timed events that happen once, with reminders that no lead tells, and that start before the earliest of these can be
 * too early. Their lead is null, or 0 where it is the start.
 */
export function timedListQuery(data: Data, window: TickWindow) {
  const starts = between(
    events.dtstartUtc,
    new Date(window.from),
    new Date(window.to + EARLIEST_REMINDER_MINUTES * MINUTE_MS),
  )
  const lead = or(isNull(events.reminderLeadMinutes), eq(events.reminderLeadMinutes, 0))
  return singlesQuery(data, false, [and(lead, starts, isNotNull(events.reminders))])!
}

/** The same all-day ones. */
export function allDayListQuery(data: Data, window: TickWindow) {
  const day = (instant: number) => formatIsoDate(Math.floor(instant / (DAY * 1000)))
  const last = window.to + (EARLIEST_REMINDER_MINUTES + MINUTES_A_DAY) * MINUTE_MS
  const starts = between(events.dtstartDate, day(window.from - DAY * 1000), day(last))
  return singlesQuery(data, true, [and(isNull(events.reminderLeadMinutes), starts, isNotNull(events.reminders))])!
}

const SINGLE_COLUMNS = {
  id: events.id,
  calendarId: events.calendarId,
  uid: events.uid,
  title: events.title,
  location: events.location,
  categories: events.categories,
  leadMinutes: events.reminderLeadMinutes,
  reminders: events.reminders,
  startUtc: events.dtstartUtc,
  startDate: events.dtstartDate,
}

function singlesQuery({ db }: Data, isAllDay: boolean, matches: readonly (SQL | undefined)[]) {
  if (matches.length === 0) return null
  return db
    .select(SINGLE_COLUMNS)
    .from(events)
    .where(and(eq(events.hasRrule, false), eq(events.allDay, isAllDay), eq(events.cancelled, false), or(...matches)))
}

/** Events without a rule whose reminders may fall into the window. */
export async function readSingles(
  data: Data,
  leads: LeadsInUse,
  window: TickWindow,
  household: Zone,
): Promise<SingleRow[]> {
  const timed = await timedQuery(data, leads.timed, window)
  const allDay = await allDayQuery(data, leads.allDay, window, household)
  const lists = [await timedListQuery(data, window), await allDayListQuery(data, window)]
  return [timed ?? [], allDay ?? [], ...lists]
    .flat()
    .map((row) => ({ ...row, categories: categoriesFrom(row.categories) }))
}

/** Recurring events with a reminder that have not ended before `from`. */
export function seriesQuery({ db }: Data, calendarIds: readonly number[], from: Date) {
  const { id, calendarId, etag, updatedAt, reminderLeadMinutes: leadMinutes, reminders, firstUtc, lastUtc } = events
  return db
    .select({ id, calendarId, etag, updatedAt, leadMinutes, reminders, firstUtc })
    .from(events)
    .where(
      and(
        inArray(calendarId, [...calendarIds]),
        eq(events.hasRrule, true),
        or(isNull(lastUtc), gte(lastUtc, from)),
        or(isNotNull(leadMinutes), isNotNull(reminders)),
      ),
    )
}

/** Series with reminders that have not ended before an instant, epoch milliseconds. */
export async function readSeries(data: Data, calendarIds: readonly number[], from: number): Promise<SeriesRow[]> {
  return calendarIds.length === 0 ? [] : seriesQuery(data, calendarIds, new Date(from))
}

/**
 * Whether a series can have begun to remind; the first occurrence's reminder is the earliest, be it its own, and bounds are
 * padded.
 */
export const canRemindUntil = (row: SeriesRow, to: number): boolean => {
  const ahead = row.firstUtc.getTime() - to
  // Nearly all have begun, and need no look at what reminds.
  return ahead <= 0 || ahead <= (Math.max(longestLead(row), EARLIEST_REMINDER_MINUTES) + PADDING_MINUTES) * MINUTE_MS
}
