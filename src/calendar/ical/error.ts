/**
 * An iCalendar object that cannot be used: unreadable, without UID, or without an event. The message holds no contents.
 */
export class IcalError extends Error {
  override name = 'IcalError'
}

/** A change that no recurrence rule can say; the object itself is in order. */
export class RuleError extends IcalError {}
