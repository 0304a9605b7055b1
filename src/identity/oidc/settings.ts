import { getSettings, SETTING } from '../../household/settings'
import type { Context } from '../../platform/context'

/** How this process talks to the identity provider. */
export interface OidcSettings {
  source: 'environment' | 'stored'
  issuer: URL
  clientId: string
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null
  redirectUri: string
}

const resolved = new WeakMap<Context, Promise<OidcSettings | null>>()

/**
 * The settings this process started with: from the environment or, when absent there, from the stored configuration;
 * null for none. Resolved once, so that later changes by the setup wizard need a restart.
 */
export function oidcSettings(ctx: Context): Promise<OidcSettings | null> {
  return resolved.getOrInsertComputed(ctx, () => {
    const settings = resolve(ctx)
    // An unreachable database has decided nothing.
    settings.catch(() => resolved.delete(ctx))
    return settings
  })
}

async function resolve(ctx: Context): Promise<OidcSettings | null> {
  const { config } = ctx
  // Without a secret no session can be signed.
  if (config.sessionSecret === null) return null
  if (config.oidc !== null) {
    const { issuer, clientId, clientSecret, externalUrl } = config.oidc
    return settingsFrom(ctx, 'environment', { issuer, clientId, clientSecret, externalUrl })
  }
  const stored = await getSettings(ctx.db, [SETTING.oidcIssuer, SETTING.oidcClientId, SETTING.externalUrl])
  const issuer = stored.oidc_issuer
  const clientId = stored.oidc_client_id
  const externalUrl = config.externalUrl ?? stored.app_external_url
  if (issuer === undefined || clientId === undefined || externalUrl === undefined || !URL.canParse(issuer)) return null
  return settingsFrom(ctx, 'stored', { issuer, clientId, clientSecret: config.oidcClientSecret, externalUrl })
}

function settingsFrom(
  ctx: Context,
  source: OidcSettings['source'],
  from: { issuer: string; clientId: string; clientSecret: string | null; externalUrl: string },
): OidcSettings {
  return {
    source,
    issuer: new URL(from.issuer),
    clientId: from.clientId,
    clientSecret: from.clientSecret,
    redirectUri: ctx.config.oidcRedirectUri ?? `${from.externalUrl.replace(/\/+$/, '')}/callback`,
  }
}
