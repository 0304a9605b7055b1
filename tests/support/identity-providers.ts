import type { ProviderWays } from './oidc-server'
import { secret } from './secrets'

type Claims = Record<string, unknown>

/** How a provider that docs/sign-in.md has a walk-through for describes itself and whom it lets in, set up as there. */
export interface IdentityProvider {
  title: string
  /** Where this is written down. */
  sources: readonly string[]
  ways: ProviderWays
  /** Its names for people: what `sub` looks like. */
  subjects: { ada: string; ben: string }
  /** What it says of somebody in the id_token; what it says at the userinfo endpoint alone. */
  claimsOf(person: Person): { idToken: Claims; userInfo: Claims }
}

export interface Person {
  name: string
  username: string
  email: string
  isVerified: boolean
}

const profileOf = ({ name, username }: Person) => ({ name, given_name: name, preferred_username: username })
const emailOf = ({ email, isVerified }: Person) => ({ email, email_verified: isVerified })

export const IDENTITY_PROVIDERS: readonly IdentityProvider[] = [
  {
    title: 'Authentik',
    sources: [
      'https://github.com/goauthentik/authentik/blob/main/authentik/providers/oauth2/views/provider.py',
      'https://github.com/goauthentik/authentik/blob/main/authentik/providers/oauth2/id_token.py',
      'https://github.com/goauthentik/authentik/blob/main/blueprints/system/providers-oauth2.yaml',
      'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/',
      // Before 2026 it did not decode what RFC 6749 has encoded.
      'https://github.com/goauthentik/authentik/pull/20779',
    ],
    ways: {
      path: '/application/o/corkboard/',
      client: {
        id: 'f2jgG2J40E6yai6t30aDiJirdgtKYyGtpUXFckzj',
        secret: secret('Authentiks128LettersAndDigitsWithoutSigns'),
      },
      takesBasicLiterally: true,
      discovery: {
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        id_token_signing_alg_values_supported: ['RS256'],
        claims_parameter_supported: false,
        request_parameter_supported: false,
        code_challenge_methods_supported: null,
        authorization_response_iss_parameter_supported: null,
      },
    },
    subjects: {
      ada: 'a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3',
      ben: 'b3a8e0e1f9ab1bfe3a36f231f676f78bb30a519d2b21e6c530c0eee8ebb4a5d0',
    },
    claimsOf: (person) => {
      const groups = ['household', 'authentik Admins']
      const claims = { ...profileOf(person), nickname: person.username, groups, ...emailOf(person) }
      const session = { acr: 'goauthentik.io/providers/oauth2/default', amr: ['pwd'], sid: 'a'.repeat(64) }
      return { idToken: { ...session, ...claims }, userInfo: claims }
    },
  },
  {
    title: 'Authelia',
    sources: [
      'https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/',
      'https://github.com/authelia/authelia/blob/master/internal/oidc/discovery.go',
      'https://github.com/authelia/authelia/blob/master/internal/oidc/claims.go',
    ],
    ways: {
      client: { id: 'corkboard', secret: secret('n.o-t_h~ing-that_a.proxy~would-mind') },
      clientScopes: ['openid', 'profile', 'email'],
      discovery: {
        scopes_supported: ['offline_access', 'openid', 'profile', 'groups', 'email', 'address', 'phone'],
        token_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'client_secret_jwt',
          'private_key_jwt',
          'none',
        ],
        id_token_signing_alg_values_supported: ['HS256', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256'],
        claims_parameter_supported: true,
      },
    },
    subjects: { ada: '4b8c1f0e-5d6a-4c1b-9e6f-0a1b2c3d4e5f', ben: '0f5e2b47-93d2-4f5e-8a55-2f6b8e1d7c90' },
    claimsOf: (person) => ({
      idToken: { aud: ['corkboard'], azp: 'corkboard', amr: ['pwd'], jti: '6b0f7a52-8f39-4c83-9a3b-3fb53e0fd6d1' },
      userInfo: { ...profileOf(person), ...emailOf(person) },
    }),
  },
  {
    title: 'Keycloak',
    sources: [
      'https://github.com/keycloak/keycloak/blob/main/services/src/main/java/org/keycloak/protocol/oidc/OIDCWellKnownProvider.java',
      'https://github.com/keycloak/keycloak/blob/main/services/src/main/java/org/keycloak/protocol/oidc/OIDCLoginProtocolFactory.java',
    ],
    ways: {
      path: '/realms/home',
      client: { id: 'corkboard', secret: secret('Keycloaks32LettersAndDigits00000') },
      clientScopes: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
      discovery: {
        // A new client is not given the last one.
        scopes_supported: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'service_account'],
        token_endpoint_auth_methods_supported: [
          'private_key_jwt',
          'client_secret_basic',
          'client_secret_post',
          'tls_client_auth',
          'client_secret_jwt',
        ],
        id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'ES256', 'RS256', 'PS256'],
        claims_parameter_supported: true,
      },
    },
    subjects: { ada: 'e9a1a0c8-1c43-4d33-a6f0-7f3f0a9f3c11', ben: '5d1f4c1e-27cf-4c0d-8b5a-2b1f9b1f0c77' },
    claimsOf: (person) => {
      const claims = { ...profileOf(person), family_name: 'Lovelace', ...emailOf(person) }
      return { idToken: { typ: 'ID', azp: 'corkboard', acr: '1', sid: 'f0a9f3c1', ...claims }, userInfo: claims }
    },
  },
  {
    title: 'Pocket ID',
    sources: [
      'https://github.com/pocket-id/pocket-id/blob/main/backend/internal/controller/well_known_controller.go',
      'https://github.com/pocket-id/pocket-id/blob/main/backend/internal/oidc/claims_service.go',
      // Until 2.2 it looked for the client under its encoded name.
      'https://github.com/pocket-id/pocket-id/pull/1263',
    ],
    ways: {
      client: { id: '51327a78-f554-4b84-a0e7-46dfede77879', secret: secret('mJ8yY9nBBohHsNbaGmpA6fg6kzw3RIFN') },
      takesBasicLiterally: true,
      discovery: {
        scopes_supported: ['openid', 'profile', 'email', 'groups', 'offline_access'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['plain', 'S256'],
      },
    },
    subjects: { ada: '9d1d8a2e-6f5b-4f0e-9f57-0f3d7a5c2b11', ben: 'c0a80123-7b1e-4a9e-8c1d-3e2f1a0b9c8d' },
    claimsOf: (person) => {
      const claims = { ...profileOf(person), display_name: person.name, ...emailOf(person) }
      const aud = ['51327a78-f554-4b84-a0e7-46dfede77879']
      return { idToken: { aud, type: 'id-token', amr: ['hwk'], ...claims }, userInfo: claims }
    },
  },
  {
    title: 'Google',
    sources: [
      'https://accounts.google.com/.well-known/openid-configuration',
      'https://developers.google.com/identity/openid-connect/reference',
    ],
    ways: {
      client: {
        id: '123456789012-a1b2c3d4e5f6.apps.googleusercontent.com',
        secret: secret('GOCSPX-a_secret-of_Google-s'),
      },
      // Whether it decodes is not written down.
      takesBasicLiterally: true,
      discovery: {
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['plain', 'S256'],
        end_session_endpoint: null,
      },
    },
    subjects: { ada: '110169484474386276334', ben: '108204268033311374519' },
    claimsOf: (person) => {
      const azp = '123456789012-a1b2c3d4e5f6.apps.googleusercontent.com'
      const { preferred_username: _, ...profile } = profileOf(person)
      const claims = {
        ...profile,
        picture: 'https://lh3.googleusercontent.com/a/x',
        hd: 'example.org',
        ...emailOf(person),
      }
      return { idToken: { azp, ...claims }, userInfo: claims }
    },
  },
]
