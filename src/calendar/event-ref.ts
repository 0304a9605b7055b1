/** How much of a series a write changes, seen from one of its occurrences: that one, it and all later ones, all. */
export const RANGES = ['this', 'thisAndFuture', 'all'] as const
export type Range = (typeof RANGES)[number]

/** The instance that a request names, and how much of its series it is about from there (RFC 5545, 3.2.13). */
export interface EffectiveRange {
  recurrenceId: string
  range: Range
}

/** Names an event, or one occurrence of a series, from the route to the row and to the screen. */
export interface EventRef {
  /** Null: any calendar that holds the uid. */
  calendarId: number | null
  uid: string
  /** What RECURRENCE-ID holds (RFC 5545, 3.8.4.4): a UTC instant, or a date; null: the whole event. */
  recurrenceId: string | null
}

/** Names an event with all of its occurrences. */
export const wholeEvent = (uid: string, calendarId: number | null = null): EventRef => ({
  calendarId,
  uid,
  recurrenceId: null,
})

/** The three columns of a row that name its event. */
export const eventOf = ({ calendarId, uid, recurrenceId }: EventRef): EventRef => ({ calendarId, uid, recurrenceId })

/**
 * Whether a write of `one` takes the place of one of `other`: an event covers its occurrences, an occurrence itself.
 */
export const covers = (one: EventRef, other: EventRef): boolean =>
  one.uid === other.uid &&
  (one.calendarId === null || other.calendarId === null || one.calendarId === other.calendarId) &&
  (one.recurrenceId === null || one.recurrenceId === other.recurrenceId)

/** Whether writes of the two must keep their order: one covers the other. */
export const concerns = (one: EventRef, other: EventRef): boolean => covers(one, other) || covers(other, one)
