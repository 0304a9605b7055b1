import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import { calendars, outbox } from '../../platform/db/schema'
import type { EventRef } from '../event-ref'

/** `covers` and `concerns`, said to the database. */

type Condition = SQL | undefined
/** A removal behind a move has two names: where the event will stand, and what its author asked for. */
type UidColumn = typeof outbox.uid | typeof outbox.askedUid

/** Rows that the event covers. */
export const coveredBy = (event: EventRef, column: UidColumn = outbox.uid): Condition =>
  and(isNamed(event, column), event.recurrenceId === null ? undefined : eq(outbox.recurrenceId, event.recurrenceId))

/** Rows that cover the event. */
export const covering = (event: EventRef, column: UidColumn = outbox.uid): Condition => {
  const isWhole = isNull(outbox.recurrenceId)
  const { recurrenceId } = event
  return and(
    isNamed(event, column),
    recurrenceId === null ? isWhole : or(isWhole, eq(outbox.recurrenceId, recurrenceId)),
  )
}

/** Rows that concern the event. */
export const concerning = (event: EventRef, column: UidColumn = outbox.uid): Condition =>
  event.recurrenceId === null ? coveredBy(event, column) : covering(event, column)

/** The same for rows that have the event as either of their names. */
export const underEitherName = (rowsOf: typeof concerning, event: EventRef): Condition =>
  or(rowsOf(event), rowsOf({ ...event, calendarId: null }, outbox.askedUid))

/** Rows of one object, whoever's calendar it was written to; joined with the calendars. */
export const inObject = (url: string, uid: string): Condition => and(eq(calendars.url, url), eq(outbox.uid, uid))

const isNamed = ({ calendarId, uid }: EventRef, column: UidColumn): Condition =>
  and(
    eq(column, uid),
    calendarId === null ? undefined : or(eq(outbox.calendarId, calendarId), isNull(outbox.calendarId)),
  )
