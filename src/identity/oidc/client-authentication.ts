import * as oauth from 'oauth4webapi'

/** How this service proves at the token endpoint who it is (RFC 6749, 2.3.1). Without a secret it is a public client. */
export function clientAuthentication(server: oauth.AuthorizationServer, secret: string | null): oauth.ClientAuth {
  if (secret === null) return oauth.None()
  // Basic is what a provider takes that names nothing (RFC 8414, section 2).
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const takesBasic = methods.includes('client_secret_basic')
  return !takesBasic && methods.includes('client_secret_post') ? oauth.ClientSecretPost(secret) : basic(secret)
}

/**
 * The library also encodes what may stay as it is: `-` becomes `%2D`. Providers that decode nothing (Authentik before 2026,
 * Pocket ID up to 2.2) do not know such a name.
 */
function basic(secret: string): oauth.ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(client_id)}:${formEncoded(secret)}`)}`)
  }
}

/** By the rules of forms (RFC 6749, appendix B). */
const formEncoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
