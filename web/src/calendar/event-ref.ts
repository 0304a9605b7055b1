import type { EventRef } from '../../../src/calendar/event-ref'

export type { EventRef } from '../../../src/calendar/event-ref'

/** A whole event, as the service names it. */
export const wholeEvent = (uid: string, calendarId: number | null): EventRef => ({
  calendarId,
  uid,
  recurrenceId: null,
})

/** Whether two name the same event, or the same occurrence of one. Where one names no calendar, any is meant. */
export function sameEvent(one: EventRef, other: EventRef): boolean {
  if (one.uid !== other.uid || one.recurrenceId !== other.recurrenceId) return false
  return one.calendarId === null || other.calendarId === null || one.calendarId === other.calendarId
}

const NEW = 'new:'

/** One that the service has not named yet, by the write that makes it. */
export const newEvent = (writeId: string): EventRef => wholeEvent(NEW + writeId, null)
export const isNew = ({ uid }: EventRef): boolean => uid.startsWith(NEW)
