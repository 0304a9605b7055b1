import type { Reminder } from './alarms'
import type { Zone } from './zones'

export { IcalError } from './error'

/** What the cache keeps in columns beside the object's text. */
export interface EventSummary {
  uid: string
  title: string
  location: string | null
  allDay: boolean
  dtstartUtc: Date | null
  dtstartDate: string | null
  dtendUtc: Date | null
  /** Exclusive. */
  dtendDate: string | null
  /** True when the object must be expanded: a rule, added or excluded dates, or overrides. */
  hasRrule: boolean
  cancelled: boolean
  reminder: Reminder
  /** Bounds of every occurrence, overrides included, padded; `lastUtc` null: endless. */
  firstUtc: Date
  lastUtc: Date | null
}

/** Throws IcalError for an unreadable object, one without UID, or one without an event. */
export function summarize(_text: string, _household: Zone): EventSummary {
  throw new Error('not built yet')
}
