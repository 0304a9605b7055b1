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
  const code = errorCode(error)
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    const isDenied = (error as { error?: unknown }).error === 'access_denied'
    return new OidcRefusal(isDenied ? 'oidc-denied' : 'oidc-failed', code)
  }
  return new OidcRefusal(code.startsWith('OAUTH_') ? 'oidc-failed' : 'oidc-unavailable', code)
}

/** An error's code or name; its message might quote what the provider sent. */
export function errorCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown error'
}
