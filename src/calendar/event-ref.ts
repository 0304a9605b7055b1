/** Names an event, or one occurrence of a series, from the route to the row and to the screen. */
export interface EventRef {
  /** Null where nobody has told: whichever of the caller's calendars has the uid. */
  calendarId: number | null
  uid: string
  /** What RECURRENCE-ID holds (RFC 5545, 3.8.4.4): a UTC instant, or a date; null: the whole event. */
  recurrenceId: string | null
}

export const wholeEvent = (uid: string, calendarId: number | null = null): EventRef => ({
  calendarId,
  uid,
  recurrenceId: null,
})
