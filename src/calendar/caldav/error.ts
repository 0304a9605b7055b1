import { REFUSED_PASSWORD } from '../../household/credentials'

/**
 * What went wrong between us and a CalDAV server.
 * - `network`: no answer (refused, cut, timed out, name not found); `status` is 0
 * - `unknown-host`: the server's name does not exist
 * - `status`: an answer that is not the expected one; `status` is the server's
 * - `unknown-sign-in`: 401, and the server asks for a kind of sign-in that is not known here
 * - `malformed`: an answer that is not a complete, well-formed multistatus, or that contradicts itself
 * - `too-large`: an answer above our limit
 * - `interrupted`: the time that was given for the work is over, whatever the server would have said
 * - `forbidden-address`: the server's name leads to an address that members may not reach, or it is not the account's
 *   server; nothing was sent
 */
export type CalDavErrorKind =
  | 'network'
  | 'unknown-host'
  | 'status'
  | 'unknown-sign-in'
  | 'malformed'
  | 'too-large'
  | 'interrupted'
  | 'forbidden-address'

/**
 * The message names method and reason and may be logged: it never holds a path (people's addresses stand in paths), the
 * server's own text or a password.
 */
export class CalDavError extends Error {
  override name = 'CalDavError'
  constructor(
    readonly kind: CalDavErrorKind,
    readonly status: number,
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

/** The error of an unexpected status. `what` names the request. */
export function statusError(
  what: string,
  answer: { status: number; retryAfterSeconds: number | null; asksForUnknownSignIn: boolean },
): CalDavError {
  const { status, retryAfterSeconds } = answer
  return answer.asksForUnknownSignIn
    ? new CalDavError('unknown-sign-in', status, `${what}: a kind of sign-in that is not known`)
    : new CalDavError('status', status, `${what}: status ${status}`, retryAfterSeconds)
}

/** The failure in plain words, for people. */
export function explain(error: CalDavError): string {
  switch (error.kind) {
    case 'network':
      return 'The calendar server could not be reached.'
    case 'unknown-host':
      return 'The calendar server is not found under its name.'
    case 'unknown-sign-in':
      return 'The calendar server asks for a kind of sign-in that Corkboard does not know.'
    case 'malformed':
      return 'The calendar server gave an answer that is incomplete or not understood.'
    case 'too-large':
      return 'The calendar server gave an answer that is too large.'
    case 'interrupted':
      return 'The calendar server answers slowly; what is missing will be read at the next poll.'
    case 'forbidden-address':
      return 'The calendar server is at an address that is not allowed.'
    case 'status':
      return explainStatus(error.status)
  }
}

function explainStatus(status: number): string {
  if (status === 401) return REFUSED_PASSWORD
  if (status === 403) return 'The calendar server does not allow access to the calendar.'
  if (status === 404 || status === 410) return 'The calendar does not exist on the server.'
  if (status === 429 || status === 503) return 'The calendar server is busy; it will be asked again.'
  return `The calendar server answered with status ${status}.`
}
