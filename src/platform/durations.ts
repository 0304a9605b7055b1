/** Durations in milliseconds. A day of the calendar may be longer or shorter. */
const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** A device on which a member stays signed in is signed out when it was not used for so long. */
export const MAX_UNUSED_MS = 60 * DAY_MS
