import { labelOfError } from '../../platform/error-code'

/** Why a sign-in through the identity provider did not happen, as the client is told: `/?error=<reason>`. */
export const OIDC_REASONS = [
  'oidc-denied',
  'oidc-failed',
  'oidc-link-conflict',
  'oidc-link-expired',
  'oidc-not-configured',
  'oidc-state',
  'oidc-unavailable',
] as const

export type OidcReason = (typeof OIDC_REASONS)[number]

export class OidcRefusal extends Error {
  override name = 'OidcRefusal'
  constructor(
    readonly reason: OidcReason,
    /** For the log: an error code, never anything the provider or the browser has sent. */
    readonly detail = '',
  ) {
    super(reason)
  }
}

/** Where the browser goes with a refusal. */
export const refusalPath = (reason: OidcReason) => `/?error=${reason}`

/**
 * Translates what oauth4webapi and fetch throw: the library's own errors are answers that it refused, all others a
 * provider that could not be reached in time.
 */
export function asOidcRefusal(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error
  const code = labelOfError(error)
  const given = givenReason(error)
  const isDenied = code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && given === 'access_denied'
  const isAnswered = code.startsWith('OAUTH_')
  const reason = isDenied ? 'oidc-denied' : isAnswered ? 'oidc-failed' : 'oidc-unavailable'
  return new OidcRefusal(reason, given === null ? code : `${code} ${given}`)
}

/** What providers answer (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6). */
const GIVEN_REASONS = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
] as const

/** The provider's reason where it is one of the standards'; any other word of its is not repeated. */
function givenReason(error: unknown): (typeof GIVEN_REASONS)[number] | null {
  const { error: given } = (error ?? {}) as { error?: unknown }
  return GIVEN_REASONS.find((reason) => reason === given) ?? null
}
