import {
  type CalDavAccount,
  CredentialError,
  loadAccount,
  noteAccepted,
  noteAuthScheme,
  noteRefusal,
} from '../../household/credentials'
import type { Context } from '../../platform/context'
import { CalDavError, type Connection, connect, listCalendars, type RemoteCalendar } from '../caldav/client'

/** A member's account, ready for requests. */
export interface OpenAccount {
  memberId: number
  account: CalDavAccount
  connection: Connection
}

/**
 * Opens the account of a calendar's owner; `signal` ends its requests.
 * @throws CredentialError without an account, or when its password cannot be decrypted; CalDavError 401, without a
 * request, during the pause after a refusal
 */
export async function openAccountOf(ctx: Context, memberId: number, signal?: AbortSignal): Promise<OpenAccount> {
  const account = await loadAccount(ctx, memberId)
  if (account === null) throw new CredentialError('The calendar belongs to a member without a calendar account.')
  if (account.refusedUntil !== null) throw new CalDavError('status', 401, 'not asked: the password was refused before')
  return openAccount(ctx, memberId, account, signal)
}

/** An account with a connection; opens nothing by itself. `signal` ends its requests. */
export function openAccount(ctx: Context, memberId: number, account: CalDavAccount, signal?: AbortSignal): OpenAccount {
  return { memberId, account, connection: connect(ctx, account, { signal }) }
}

/** Lists the account's calendars, and notes whether the server takes the password. @throws CalDavError */
export async function listCalendarsOf(
  ctx: Context,
  { memberId, account, connection }: OpenAccount,
): Promise<RemoteCalendar[]> {
  try {
    const listed = await listCalendars(connection)
    const { authScheme } = connection
    if (account.refusals > 0) await noteAccepted(ctx, memberId)
    if (authScheme !== null && authScheme !== account.authScheme) await noteAuthScheme(ctx, memberId, authScheme)
    return listed
  } catch (error) {
    // 403 speaks of rights, and a 401 for a single calendar of that one.
    if (error instanceof CalDavError && error.status === 401) await noteRefusal(ctx, memberId, account.storedAt)
    throw error
  }
}
