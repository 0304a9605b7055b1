import type { CredentialInput } from '../household/credentials'
import type { Context } from '../platform/context'

/** `refused`: the server does not take this name and password, or the address is not a CalDAV server's. */
export type ProbeResult = { outcome: 'ok'; homeUrl: string } | { outcome: 'refused' } | { outcome: 'unreachable' }

/** Finds the account's server and signs in; nothing is stored. Never throws for what the server does. */
export async function probeCredential(_ctx: Context, _input: CredentialInput): Promise<ProbeResult> {
  throw new Error('not built yet')
}

/** Checks the account with its server and stores it encrypted as the member's only one. */
export async function probeAndStoreCredential(
  _ctx: Context,
  _memberId: number,
  _input: CredentialInput,
): Promise<'stored' | 'refused' | 'unreachable'> {
  throw new Error('not built yet')
}
