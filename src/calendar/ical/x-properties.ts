// Non-standard properties of ours (RFC 5545 3.8.8.2): another application leaves them as they are, or out.

/** Names the write that an event had last. */
export const OPERATION = 'X-CORKBOARD-OP'
/** Says of an override that its reminders were taken from it: without an alarm alone it says nothing. */
export const NO_REMINDERS = 'X-CORKBOARD-NO-REMINDERS'
