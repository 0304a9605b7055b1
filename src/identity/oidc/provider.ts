import * as oauth from 'oauth4webapi'
import type { Config } from '../../platform/config'
import type { Context } from '../../platform/context'
import { describeError } from '../../platform/log'
import { ACCEPT_ENCODING, readBody } from '../../platform/net/answer-body'
import { systemDns } from '../../platform/net/dns'
import { asItStands, type PinnedTarget, pinPublicAddress } from '../../platform/net/pin'
import { asOidcRefusal, OidcRefusal } from './refusal'
import { type OidcSettings, oidcSettings } from './settings'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 1024 * 1024
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The identity provider, as it describes itself. */
export interface Provider {
  settings: OidcSettings
  server: oauth.AuthorizationServer
  /** What each request to it carries. */
  requestOptions: () => ReturnType<typeof requestOptionsFor>
}

export interface ReachOptions {
  /** For one request with its answer. */
  timeoutMs?: number
  /** Finds the address to connect to. */
  reach?: (url: URL) => Promise<PinnedTarget>
}

const discovered = new WeakMap<OidcSettings, Promise<oauth.AuthorizationServer>>()

/**
 * The configured identity provider, null when there is none. Discovered once for as long as its settings are the same;
 * after a failure the next caller tries again.
 * @throws OidcRefusal when the provider cannot be reached or does not describe itself properly
 */
export async function oidcProvider(ctx: Context, options: ReachOptions = {}): Promise<Provider | null> {
  const settings = await oidcSettings(ctx)
  if (settings === null) return null
  const discovery = discovered.getOrInsertComputed(settings, () => discover(ctx.config, settings, options))
  try {
    const server = await discovery
    return { settings, server, requestOptions: () => requestOptionsFor(ctx.config, settings, options) }
  } catch (error) {
    if (discovered.get(settings) === discovery) discovered.delete(settings)
    throw asOidcRefusal(error)
  }
}

/**
 * At start: asks the provider to describe itself. Never throws: the next sign-in asks again.
 */
export async function greetProvider(ctx: Context): Promise<void> {
  try {
    const provider = await oidcProvider(ctx)
    if (provider !== null) ctx.log.info('identity provider found', { issuer: provider.settings.issuer.href })
  } catch (error) {
    const reason = error instanceof OidcRefusal ? error.detail : describeError(error)
    ctx.log.warn('identity provider not reachable yet', { error: reason })
  }
}

/** At start: warns that, without OIDC_ADMISSION, every account at the provider becomes a member. */
export async function warnOfOpenAdmission(ctx: Context): Promise<void> {
  const settings = await oidcSettings(ctx)
  if (settings === null || ctx.config.oidcAdmission !== null) return
  const issuer = settings.issuer.href
  ctx.log.warn('everyone with an account at the identity provider becomes a member: see OIDC_ADMISSION', { issuer })
}

/** Fetches and checks an issuer's discovery document (OpenID Connect Discovery 1.0, section 4). */
export async function discover(
  config: AddressRules,
  from: IssuerSource,
  reachOptions: ReachOptions = {},
): Promise<oauth.AuthorizationServer> {
  const options = { ...requestOptionsFor(config, from, reachOptions), algorithm: 'oidc' as const }
  return oauth.processDiscoveryResponse(from.issuer, await oauth.discoveryRequest(from.issuer, options))
}

type AddressRules = Pick<Config, 'allowsPrivateAddresses'>
type IssuerSource = Pick<OidcSettings, 'source' | 'issuer'>

/**
 * What a request to a provider carries. One that was stored may have been stored by a stranger, and it names further
 * addresses: outside development each request goes to a public address, at the very one that was checked. Plain http is
 * for the operator's provider on this machine and for development.
 */
function requestOptionsFor(
  { allowsPrivateAddresses }: AddressRules,
  { source, issuer }: IssuerSource,
  { timeoutMs = TIMEOUT_MS, reach }: ReachOptions = {},
) {
  const isOnThisMachine = source === 'environment' && LOOPBACK.has(issuer.hostname)
  const isPinned = source === 'stored' && !allowsPrivateAddresses
  const locate = reach ?? ((url: URL) => (isPinned ? pinPublicAddress(url, systemDns) : asItStands(url)))
  return {
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:' && (allowsPrivateAddresses || isOnThisMachine),
    [oauth.customFetch]: fetchAt(locate),
  }
}

const fetchAt =
  (locate: (url: URL) => Promise<PinnedTarget>) =>
  async (url: string, options: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const place = await locate(new URL(url))
    const headers = { ...options.headers, ...place.headers, 'accept-encoding': ACCEPT_ENCODING }
    const request: BunFetchRequestInit = { ...(options as RequestInit), headers, tls: place.tls, decompress: false }
    const answer = await fetch(place.url, request)
    const text = (await readBody(answer, MAX_ANSWER_BYTES)).join('')
    return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers })
  }
