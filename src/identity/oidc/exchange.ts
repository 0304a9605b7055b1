import * as oauth from 'oauth4webapi'
import type { OidcIdentity } from '../../household/members'
import type { Admission } from '../../platform/admission'
import type { Context } from '../../platform/context'
import { labelOfError } from '../../platform/error-code'
import { MAX_NAME_LENGTH } from '../../platform/limits'
import type { Email } from './admission'
import { clientAuthentication } from './client-authentication'
import type { Flow } from './flow'
import type { Provider } from './provider'
import { asOidcRefusal, OidcRefusal } from './refusal'

/** Who the provider says has signed in. */
export interface ProvenIdentity extends OidcIdentity {
  /** Null when no claim holds a name. */
  displayName: string | null
  /** From the id_token and the profile; empty when neither has one. */
  emails: readonly Email[]
}

/** The length of the identity columns, in bytes. */
const MAX_IDENTIFIER_BYTES = 1024

/**
 * Turns the callback's parameters into a proven identity: state, code and verifier, then every claim and the signature
 * of the id_token (OpenID Connect Core 3.1.3.7).
 * @throws OidcRefusal
 */
export async function completeFlow(
  ctx: Context,
  provider: Provider,
  flow: Flow,
  callback: URLSearchParams,
): Promise<ProvenIdentity> {
  try {
    return await exchange(ctx, provider, flow, callback)
  } catch (error) {
    throw asOidcRefusal(error)
  }
}

async function exchange(
  ctx: Context,
  { settings, server, requestOptions }: Provider,
  flow: Flow,
  callback: URLSearchParams,
) {
  const client: oauth.Client = { client_id: settings.clientId }
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(server, settings.clientSecret),
    oauth.validateAuthResponse(server, client, callback, flow.state),
    settings.redirectUri,
    flow.verifier,
    requestOptions(),
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  })
  // The library keeps a server's keys by object: a fresh copy fetches them anew, so that a rotation is seen at once.
  await oauth.validateApplicationLevelSignature({ ...server }, response, requestOptions())
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (claims === undefined) throw new OidcRefusal('oidc-failed', 'no id_token')
  if (Buffer.byteLength(claims.sub) > MAX_IDENTIFIER_BYTES) throw new OidcRefusal('oidc-failed', 'sub too long')
  const profile = isEnough(claims, ctx.config.oidcAdmission)
    ? {}
    : await userInfo(ctx, server, client, tokens.access_token, claims.sub, requestOptions())
  return {
    issuer: claims.iss,
    subject: claims.sub,
    displayName: displayNameFrom({ ...claims, ...profile }),
    emails: [emailFrom(claims), emailFrom(profile)].filter((email) => email !== null),
  }
}

/** Whether the id_token says all there is to know: a name, and where that decides a verified e-mail address. */
function isEnough(claims: Record<string, unknown>, admission: Admission | null): boolean {
  if (nameFrom(claims, 'name') === null) return false
  return admission === null || admission.kind === 'open' || emailFrom(claims)?.isVerified === true
}

/** The provider's profile of the member; an empty one when it cannot be read, since members sign in without it, too. */
async function userInfo(
  ctx: Context,
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  accessToken: string,
  subject: string,
  options: oauth.UserInfoRequestOptions,
): Promise<Record<string, unknown>> {
  if (server.userinfo_endpoint === undefined) return {}
  try {
    const response = await oauth.userInfoRequest(server, client, accessToken, options)
    return await oauth.processUserInfoResponse(server, client, subject, response)
  } catch (error) {
    ctx.log.warn('no profile from the identity provider', { error: labelOfError(error) })
    return {}
  }
}

/** `name`, else `preferred_username`, else `email`; null when all are blank, never a made-up text. */
export function displayNameFrom(claims: Record<string, unknown>): string | null {
  return nameFrom(claims, 'name') ?? nameFrom(claims, 'preferred_username') ?? nameFrom(claims, 'email')
}

function emailFrom({ email, email_verified }: Record<string, unknown>): Email | null {
  return typeof email === 'string' ? { address: email, isVerified: email_verified === true } : null
}

function nameFrom(claims: Record<string, unknown>, claim: string): string | null {
  const value = claims[claim]
  if (typeof value !== 'string') return null
  // Events name people in their categories, which have no controls: two names would be one there.
  const name = value
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return name === '' ? null : [...name].slice(0, MAX_NAME_LENGTH).join('').trim()
}
