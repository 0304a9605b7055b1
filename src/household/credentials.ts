import { eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { open, SealError, seal } from '../platform/crypto/seal'
import type { Executor } from '../platform/db/client'
import { calendarCredentials } from '../platform/db/schema'

/** A member's account on a CalDAV server, ready to be used. Never log it and never hand it to a client. */
export interface CalDavAccount {
  username: string
  password: string
  /** Where the member said the server is; null: found from the configuration or the account's domain. */
  serverUrl: string | null
  /** The calendar home that was found when the account was checked. */
  homeUrl: string | null
}

/** A stored password that does not open: wrong key, altered, or copied from another member's row. */
export class CredentialError extends Error {
  override name = 'CredentialError'
}

/** What a member submits; checked with the server by `calendar/connect.ts` before it is stored. */
export interface CredentialInput {
  providerType: string
  accountEmail: string
  appPassword: string
  serverUrl?: string | null
}

/**
 * The member's account, null when none is stored.
 * @throws CredentialError when the stored password does not open; there is no fallback.
 */
export async function loadAccount(ctx: Context, memberId: number): Promise<CalDavAccount | null> {
  const [row] = await ctx.db.select().from(calendarCredentials).where(eq(calendarCredentials.userId, memberId))
  if (row === undefined) return null
  try {
    return {
      username: row.accountEmail,
      password: open(row.appPassword, ctx.config.encryptionKey, memberId),
      serverUrl: row.serverUrl,
      homeUrl: row.homeUrl,
    }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    ctx.log.error('calendar credential does not open', { memberId })
    throw new CredentialError('The stored app password does not open with APP_PASSWORD_ENCRYPTION_KEY.')
  }
}

/** Encrypts and stores a checked account as the member's only one, in place of an earlier one. */
export async function storeCredential(
  ctx: Context,
  executor: Executor,
  memberId: number,
  input: CredentialInput,
  homeUrl: string,
): Promise<void> {
  const row = {
    providerType: input.providerType,
    accountEmail: input.accountEmail,
    serverUrl: input.serverUrl ?? null,
    appPassword: seal(input.appPassword, ctx.config.encryptionKey, memberId),
    homeUrl,
    lastError: null,
    updatedAt: ctx.now(),
  }
  await executor
    .insert(calendarCredentials)
    .values({ userId: memberId, ...row })
    .onDuplicateKeyUpdate({ set: row })
}

/** Members with a stored account, in the order of their ids, and where their calendars are. */
export async function membersWithAccount(ctx: Context): Promise<{ memberId: number; homeUrl: string | null }[]> {
  return ctx.db
    .select({ memberId: calendarCredentials.userId, homeUrl: calendarCredentials.homeUrl })
    .from(calendarCredentials)
    .orderBy(calendarCredentials.userId)
}

/** Notes how the last attempt with the account went: null for well, else the reason in plain words. */
export async function notePoll(ctx: Context, memberId: number, error: string | null): Promise<void> {
  await ctx.db
    .update(calendarCredentials)
    .set({ lastError: error, lastPolledAt: ctx.now() })
    .where(eq(calendarCredentials.userId, memberId))
}
