import { type AuthScheme, type CredentialInput, storeCredential } from '../household/credentials'
import type { Context } from '../platform/context'
import { badRequest, unavailable } from '../platform/http-errors'
import type { ConnectOptions } from './caldav/client'
import { findHome } from './caldav/discover'

/** What its server says of an account that it takes. */
export interface FoundAccount {
  homeUrl: string
  authScheme: AuthScheme
  userAddresses: string[]
}

/** `refused`: the server does not take this name and password, or the address is not a CalDAV server's. */
type ProbeResult = ({ outcome: 'ok' } & FoundAccount) | { outcome: 'refused' } | { outcome: 'unreachable' }

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

/** Checks the account with its server. @throws Refusal 400 when it is not taken, 503 when nobody answers */
export async function checkAccount(ctx: Context, input: CredentialInput) {
  const probe = await probeCredential(ctx, input)
  if (probe.outcome === 'refused') throw badRequest('refused by the calendar server')
  if (probe.outcome === 'unreachable') throw unavailable()
  return probe
}

/**
 * Checks the account with its server, stores it, encrypted, as the member's only one, and asks for its calendars.
 * @throws Refusal 400 when the server does not take it, 503 when nobody answers; nothing is stored then
 */
export async function connectAccount(ctx: Context, memberId: number, input: CredentialInput): Promise<void> {
  const probe = await checkAccount(ctx, input)
  await storeCredential(ctx, ctx.db, memberId, input, probe)
  ctx.signals.sync(memberId)
}
