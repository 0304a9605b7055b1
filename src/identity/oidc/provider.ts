import * as oauth from 'oauth4webapi'
import type { Context } from '../../platform/context'
import { describeError } from '../../platform/log'
import { asOidcRefusal, OidcRefusal } from './refusal'
import { type OidcSettings, oidcSettings } from './settings'

const TIMEOUT_MS = 5_000
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The identity provider, as it describes itself. */
export interface Provider {
  settings: OidcSettings
  server: oauth.AuthorizationServer
  /** How long each request to it may take. */
  timeoutMs: number
}

const discovered = new WeakMap<Context, Promise<oauth.AuthorizationServer>>()

/**
 * The configured identity provider, null when there is none. Discovered once; a failure is forgotten, so that the
 * next one who needs it tries again.
 * @throws OidcRefusal when the provider cannot be reached or does not describe itself properly
 */
export async function oidcProvider(ctx: Context): Promise<Provider | null> {
  const settings = await oidcSettings(ctx)
  if (settings === null) return null
  const discovery = discovered.get(ctx) ?? discover(settings.issuer, ctx.config.isProduction)
  discovered.set(ctx, discovery)
  try {
    return { settings, server: await discovery, timeoutMs: TIMEOUT_MS }
  } catch (error) {
    if (discovered.get(ctx) === discovery) discovered.delete(ctx)
    throw asOidcRefusal(error)
  }
}

/**
 * At start: asks the provider to describe itself. Never throws: one that is down is asked again by the next who signs
 * in.
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

/** Fetches and checks an issuer's discovery document (OpenID Connect Discovery 1.0, section 4). */
export async function discover(
  issuer: URL,
  isProduction: boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<oauth.AuthorizationServer> {
  const options = { ...requestOptions(issuer, isProduction, timeoutMs), algorithm: 'oidc' as const }
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
}

/** What every request to the provider carries. Plain http is for providers on this machine and for development. */
export function requestOptions(issuer: URL, isProduction: boolean, timeoutMs: number) {
  const isHttpAllowed = issuer.protocol === 'http:' && (!isProduction || LOOPBACK.has(issuer.hostname))
  return { signal: AbortSignal.timeout(timeoutMs), [oauth.allowInsecureRequests]: isHttpAllowed }
}
