/** Why a write was not made: a stable word that clients translate, and a plain sentence; never the server's own. */
export interface Reason {
  code: ReasonCode
  error: string
}

const SENTENCES = {
  conflict: 'The calendar server says the event was changed elsewhere meanwhile.',
  exists: 'The calendar server says there is another event in its place.',
  gone: 'The event is not in the calendar any more.',
  unanswered: 'The calendar server could not be reached or did not do it in five attempts.',
  unreadable: 'The stored event cannot be read.',
  invalid: 'The stored event is not valid.',
  earlier: 'An earlier change of this event could not be made.',
  notCopied: 'The event could not be written to the other calendar; it stays where it was.',
  notMoved: 'An earlier change of the event could not be made; it was not moved.',
  forbiddenAddress: 'The calendar server is at an address that is not allowed.',
  notAccepted: 'The calendar server does not accept the event.',
  wrongPassword: 'The calendar server refused the app password.',
  notAllowed: 'The calendar server does not allow this change.',
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

/** Why a server has refused a write, by its status. */
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
      return { code: 'refused', error: `The calendar server refused the change (status ${status}).` }
  }
}
