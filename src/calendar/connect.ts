import { type AuthScheme, type CredentialInput, storeCredential } from '../household/credentials'
import type { Context } from '../platform/context'
import type { ConnectOptions } from './caldav/client'
import { findHome } from './caldav/discover'

/** `refused`: the server does not take this name and password, or the address is not a CalDAV server's. */
type ProbeResult =
  | { outcome: 'ok'; homeUrl: string; authScheme: AuthScheme; userAddresses: string[] }
  | { outcome: 'refused' }
  | { outcome: 'unreachable' }

/** Finds the account's server and signs in; nothing is stored. Never throws for what the server does. */
export async function probeCredential(
  ctx: Context,
  input: CredentialInput,
  options: ConnectOptions = {},
): Promise<ProbeResult> {
  const home = await findHome(ctx, input, options)
  if (typeof home === 'string') return { outcome: home }
  return { outcome: 'ok', homeUrl: home.url.href, authScheme: home.authScheme, userAddresses: home.userAddresses }
}

/** Checks the account with its server and stores it, encrypted, as the member's only one. */
export async function probeAndStoreCredential(
  ctx: Context,
  memberId: number,
  input: CredentialInput,
  options: ConnectOptions = {},
): Promise<'stored' | 'refused' | 'unreachable'> {
  const probe = await probeCredential(ctx, input, options)
  if (probe.outcome !== 'ok') return probe.outcome
  await storeCredential(ctx, ctx.db, memberId, input, probe.homeUrl, probe)
  return 'stored'
}
