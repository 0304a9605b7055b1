import { getSettings, SETTING, setSettings } from '../../household/settings'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Executor } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'

/** How the service talks to the identity provider. */
export interface OidcSettings {
  source: 'environment' | 'stored'
  issuer: URL
  clientId: string
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null
  redirectUri: string
}

/** How long a process may not know what another one has begun with. */
const KNOWN_MS = 1_000

interface Known {
  at: number
  settings: Promise<OidcSettings | null>
}

const known = new WeakMap<Context, Known>()

/**
 * The settings in effect: from the environment or, when absent there, from the stored configuration; null for none. What
 * the setup wizard stores takes effect when a process starts with it, for all processes on the database: each looks
 * again after a second.
 */
export function oidcSettings(ctx: Context, db: Executor = ctx.db): Promise<OidcSettings | null> {
  const before = known.get(ctx)
  const at = ctx.now().getTime()
  if (before !== undefined && Math.abs(at - before.at) < KNOWN_MS) return before.settings
  const settings = before === undefined ? atStart(ctx, db) : before.settings.then((last) => follow(ctx, db, last))
  const current = { at, settings }
  known.set(ctx, current)
  // An unreachable database has decided nothing.
  settings.catch(() => {
    if (known.get(ctx) !== current) return
    if (before === undefined) known.delete(ctx)
    else known.set(ctx, before)
  })
  return settings
}

/** What a process begins with takes effect. */
async function atStart(ctx: Context, db: Executor): Promise<OidcSettings | null> {
  const { config } = ctx
  // Without a secret no session can be signed.
  if (config.sessionSecret === null) return null
  if (config.oidc !== null) {
    const { issuer, clientId, clientSecret, externalUrl } = config.oidc
    return settingsFrom(ctx, 'environment', { issuer, clientId, clientSecret, externalUrl })
  }
  const stored = await readStored(db)
  const settings = fromStored(ctx, stored)
  const digest = digestOf(stored)
  if (settings !== null && stored.oidc_in_effect !== digest)
    await setSettings(ctx, db, { [SETTING.oidcInEffect]: digest })
  return settings
}

/** What another process has begun with since takes effect here, too; what the wizard has just stored does not. */
async function follow(ctx: Context, db: Executor, last: OidcSettings | null): Promise<OidcSettings | null> {
  if (ctx.config.sessionSecret === null || ctx.config.oidc !== null) return last
  const stored = await readStored(db)
  if (stored.oidc_in_effect !== digestOf(stored)) return last
  const settings = fromStored(ctx, stored)
  // The same object as long as it says the same: what is known of the provider hangs on it.
  return Bun.deepEquals(settings, last) ? last : settings
}

/** A provider out of the setup wizard. */
export interface StoredProvider {
  issuer: string
  clientId: string | null
  /** The public address of this service. */
  externalUrl: string | null
  /** Whether a process has started with it. */
  isInEffect: boolean
}

/** What the wizard has stored, null for nothing. Only looks: it takes no effect by it. */
export async function storedProvider(db: Executor): Promise<StoredProvider | null> {
  const stored = await readStored(db)
  const { oidc_issuer: issuer, oidc_client_id: clientId = null, app_external_url: externalUrl = null } = stored
  if (issuer === undefined) return null
  return { issuer, clientId, externalUrl, isInEffect: stored.oidc_in_effect === digestOf(stored) }
}

/**
 * Forgets it: every running process does without within a second, and no process starts with it again. The public
 * address stays, which other parts use.
 */
export async function forgetStoredProvider(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await setSettings(ctx, tx, { [SETTING.oidcIssuer]: '', [SETTING.oidcClientId]: '' })
    await setSettings(ctx, tx, { [SETTING.oidcInEffect]: digestOf(await readStored(tx)) })
  })
}

const STORED = [SETTING.oidcIssuer, SETTING.oidcClientId, SETTING.externalUrl, SETTING.oidcInEffect] as const

type Stored = Awaited<ReturnType<typeof readStored>>

const readStored = (db: Executor) => getSettings(db, STORED)

/** Says which configuration is meant. */
function digestOf({ oidc_issuer, oidc_client_id, app_external_url }: Stored): string {
  const parts = JSON.stringify([oidc_issuer, oidc_client_id, app_external_url])
  return sha256Hex(parts)
}

function fromStored(ctx: Context, stored: Stored): OidcSettings | null {
  const { config } = ctx
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
