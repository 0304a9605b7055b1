/** Why a write was not made: a stable word that clients translate, and a plain sentence; never the server's own. */
export interface Reason {
  code: ReasonCode
  error: string
}

const SENTENCES = {
  conflict: 'The calendar server says the event was changed elsewhere meanwhile.',
  clash: 'The event was changed elsewhere meanwhile, too.',
  exists: 'The calendar server says there is another event in its place.',
  gone: 'The event is not in the calendar any more.',
  unanswered: 'The calendar server could not be reached or did not do it in five attempts.',
  unreadable: 'The stored event cannot be read.',
  invalid: 'The stored event is not valid.',
  earlier: 'An earlier change of this event could not be made.',
  notCopied: 'The event could not be written to the other calendar; it stays where it was.',
  notSplit: 'The changed occurrences could not be written; the series stays as it was.',
  noRule: 'No recurrence rule says what the series is to become; it stays as it was.',
  notMoved: 'An earlier change of the event could not be made; it was not moved.',
  meetingStays: 'This meeting cannot be moved without telling everybody who takes part; it stays where it is.',
  forbiddenAddress: 'The calendar server is at an address that is not allowed.',
  notAccepted: 'The calendar server does not accept the event.',
  wrongPassword: 'The calendar server refused the app password.',
  notAllowed: 'The calendar server does not allow this change.',
  notWritable: 'The calendar is not shared with you any more.',
  calendarGone: 'The calendar does not exist on the server any more.',
  contradicts: 'The calendar server says that the event contradicts another one.',
  tooLarge: 'The event is too large for the calendar server.',
  refused: 'The calendar server refused the change.',
} as const

export type ReasonCode = keyof typeof SENTENCES

export const REASON_CODES = Object.keys(SENTENCES) as ReasonCode[]

/** Every reason by its code. */
export const REASON = Object.fromEntries(
  REASON_CODES.map((code) => [code, { code, error: SENTENCES[code] }]),
) as Record<ReasonCode, Reason>

/** For a stored form that breaks a rule; `problem` names the field and the rule. */
export const invalidForm = (problem: string): Reason => ({
  code: 'invalid',
  error: `The stored event is not valid: ${problem}`,
})

/** For a field that was changed on both sides; the names are those of the event form. */
export const clash = (fields: readonly string[]): Reason => ({
  code: 'clash',
  error: `The event was changed elsewhere meanwhile, too: ${fields.join(', ')}.`,
})

/** Rules that servers name in a refusal (RFC 4791 5.3.2.1, RFC 6638 3.2.4), whatever its status. */
const BY_PRECONDITION: Record<string, ReasonCode> = {
  'supported-calendar-data': 'notAccepted',
  'valid-calendar-data': 'notAccepted',
  'valid-calendar-object-resource': 'notAccepted',
  'supported-calendar-component': 'notAccepted',
  'min-date-time': 'notAccepted',
  'max-date-time': 'notAccepted',
  'max-instances': 'notAccepted',
  'max-attendees-per-instance': 'notAccepted',
  'max-resource-size': 'tooLarge',
  'no-uid-conflict': 'contradicts',
  'unique-scheduling-object-resource': 'contradicts',
}

/** The reason that a server's precondition codes name; null: they name none that we know. */
export function explainPreconditions(names: readonly string[]): Reason | null {
  const known = names.find((name) => Object.hasOwn(BY_PRECONDITION, name))
  return known === undefined ? null : REASON[BY_PRECONDITION[known]!]
}

/** The reason that a refusal's status gives. */
export function explainRefusal(status: number): Reason {
  switch (status) {
    case 400:
    case 415:
      return REASON.notAccepted
    case 401:
      return REASON.wrongPassword
    case 403:
      return REASON.notAllowed
    case 404:
    case 410:
      return REASON.calendarGone
    case 409:
      return REASON.contradicts
    case 413:
      return REASON.tooLarge
    case 207:
      return REASON.refused
    default:
      return refusedWith(status)
  }
}

/** When only the status is known. */
export const refusedWith = (status: number): Reason => ({
  code: 'refused',
  error: `The calendar server refused the change (status ${status}).`,
})
