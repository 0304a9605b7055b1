import { EncryptJWT, jwtDecrypt } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Context } from '../../platform/context'
import type { SessionInForce } from '../ended-sessions'
import { derivedKey } from '../signing-keys'
import { oidcCookie } from './oidc-session'
import type { Provider } from './provider'
import { OidcRefusal } from './refusal'

export const OIDC_FLOW_COOKIE = 'oidc-flow'
const FLOW_SECONDS = 600
const AUDIENCE = 'corkboard:oidc-flow'

/** What the browser keeps while it is at the identity provider; a callback without it is refused. */
export interface Flow {
  purpose: 'login' | 'link'
  state: string
  nonce: string
  verifier: string
  /** The browser is to stay signed in. */
  isRemembered: boolean
  /** Of a link, the session that began it; null: none that ends. */
  session: SessionInForce | null
}

/** A link that begins: its signed state, and the session that asks for it. */
export interface LinkStart {
  state: string
  session: SessionInForce | null
}

/** A sign-in that begins: where the browser goes, and the cookie it takes along. */
export interface StartedFlow {
  url: string
  cookie: ReturnType<typeof oidcCookie>
}

/**
 * Begins the authorization code flow with PKCE.
 * @param link for linking: the signed link state, which is the state then
 * @throws OidcRefusal when the provider takes no such flow
 */
export async function startFlow(
  ctx: Context,
  provider: Provider,
  { isRemembered, link }: { isRemembered: boolean; link?: LinkStart },
): Promise<StartedFlow> {
  const flow: Flow = {
    purpose: link === undefined ? 'login' : 'link',
    state: link?.state ?? oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    isRemembered,
    session: link?.session ?? null,
  }
  const { settings, server } = provider
  if (server.authorization_endpoint === undefined) throw new OidcRefusal('oidc-failed', 'no authorization endpoint')
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    response_type: 'code',
    scope: scopeFor(ctx.config.oidcScopes, server.scopes_supported),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, cookie: oidcCookie(await sealFlow(ctx, flow), FLOW_SECONDS) }
}

/** The flow in the browser's cookie; null for none, an altered or an expired one. */
export async function readFlow(ctx: Context, token: string | null): Promise<Flow | null> {
  if (token === null) return null
  try {
    const { payload } = await jwtDecrypt<Flow>(token, derivedKey(ctx.config, 'oidc flow'), {
      audience: AUDIENCE,
      currentDate: ctx.now(),
      requiredClaims: ['exp'],
    })
    const { purpose, state, nonce, verifier, isRemembered, session = null } = payload
    return { purpose, state, nonce, verifier, isRemembered: isRemembered === true, session }
  } catch {
    return null
  }
}

/** A cookie that deletes the flow's. */
export const endedFlowCookie = () => oidcCookie('', 0)

async function sealFlow(ctx: Context, flow: Flow): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  return new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + FLOW_SECONDS)
    .encrypt(derivedKey(ctx.config, 'oidc flow'))
}

/** Without `openid` the provider would send no id_token. */
function scopeFor(configured: readonly string[], supported: readonly string[] | undefined): string {
  const wanted = configured.length > 0 ? configured : (supported ?? [])
  return [...new Set(['openid', ...wanted])].join(' ')
}
