import { and, eq, gt, sql } from 'drizzle-orm'
import { farthestAhead } from '../platform/clock-skew'
import type { Context } from '../platform/context'
import { open, SealError, seal } from '../platform/crypto/seal'
import type { Executor } from '../platform/db/client'
import { prepared } from '../platform/db/prepared'
import { calendarCredentials } from '../platform/db/schema'
import { HOUR_MS } from '../platform/durations'

/** A member's account on a CalDAV server, ready to be used. Never log it and never hand it to a client. */
export interface CalDavAccount {
  username: string
  password: string
  /** Where the member said the server is; null: found from the configuration or the account's domain. */
  serverUrl: string | null
  /** The calendar home that was found when the account was checked. */
  homeUrl: string | null
  authScheme: AuthScheme
  /** Until when the server is not to be asked, because it has refused the password; null: it may be asked. */
  refusedUntil: Date | null
  /** Times in a row that the password was refused, also when the pause is over. */
  refusals: number
  /** Why the last poll could not read the account, for people; null: it could. */
  unreadableBecause: string | null
  storedAt: Date
}

/** How a server wants its people to sign in: Basic (RFC 7617) or Digest (RFC 7616). */
export type AuthScheme = 'basic' | 'digest'

/** A stored password that does not open: wrong key, altered, or copied from another member's row. */
export class CredentialError extends Error {
  override name = 'CredentialError'
}

/** What a member submits; checked with the server by `calendar/connect.ts` before it is stored. */
export interface CredentialInput {
  providerType: string
  /** At least one of the two is given; the sign-in name is `calendarUsername`, else this. */
  accountEmail: string | null
  calendarUsername?: string | null
  appPassword: string
  serverUrl?: string | null
}

/**
 * The member's account, null when none is stored.
 * @throws CredentialError when the stored password does not open; there is no fallback.
 */
export async function loadAccount(ctx: Context, memberId: number): Promise<CalDavAccount | null> {
  const [row] = await credentialOf(ctx.db).execute({ memberId })
  const username = row?.calendarUsername ?? row?.accountEmail
  if (row === undefined || !username) return null
  try {
    return {
      username,
      password: open(row.appPassword, ctx.config.encryptionKey, memberId),
      serverUrl: row.serverUrl,
      homeUrl: row.homeUrl,
      authScheme: row.authScheme,
      refusedUntil: pauseOf(row, ctx.now()),
      refusals: row.refusals,
      unreadableBecause: row.unreadable ? row.lastError : null,
      storedAt: row.updatedAt,
    }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    ctx.log.error('calendar credential does not open', { memberId })
    throw new CredentialError('The stored app password does not open with APP_PASSWORD_ENCRYPTION_KEY.')
  }
}

const credentialOf = prepared((db) =>
  db
    .select()
    .from(calendarCredentials)
    .where(eq(calendarCredentials.userId, sql.placeholder('memberId')))
    .prepare(),
)

/** Encrypts and stores a checked account as the member's only one, in place of an earlier one. */
export async function storeCredential(
  ctx: Context,
  executor: Executor,
  memberId: number,
  input: CredentialInput,
  {
    homeUrl,
    authScheme = 'basic',
    userAddresses = [],
  }: { homeUrl: string; authScheme?: AuthScheme; userAddresses?: string[] },
): Promise<void> {
  const row = {
    providerType: input.providerType,
    accountEmail: input.accountEmail,
    calendarUsername: input.calendarUsername ?? null,
    serverUrl: input.serverUrl ?? null,
    appPassword: seal(input.appPassword, ctx.config.encryptionKey, memberId),
    homeUrl,
    authScheme,
    userAddresses: userAddresses.join(' ') || null,
    ...WELL,
    lastPolledAt: null,
    updatedAt: ctx.now(),
  }
  await executor
    .insert(calendarCredentials)
    .values({ userId: memberId, ...row })
    .onDuplicateKeyUpdate({ set: row })
}

/** Encrypts and stores another password of the member's account, which its server takes. */
export async function replaceAppPassword(
  ctx: Context,
  executor: Executor,
  memberId: number,
  appPassword: string,
): Promise<void> {
  await executor
    .update(calendarCredentials)
    .set({ appPassword: seal(appPassword, ctx.config.encryptionKey, memberId), ...WELL, updatedAt: ctx.now() })
    .where(eq(calendarCredentials.userId, memberId))
}

/** Members with a stored account, in the order of their ids, and where their calendars are. */
export async function membersWithAccount(ctx: Context): Promise<{ memberId: number; homeUrl: string | null }[]> {
  return ctx.db
    .select({ memberId: calendarCredentials.userId, homeUrl: calendarCredentials.homeUrl })
    .from(calendarCredentials)
    .orderBy(calendarCredentials.userId)
}

const MAX_PAUSE_HOURS = 24

/** Shown to people. */
export const REFUSED_PASSWORD = 'The calendar server refused the app password.'

/** The columns of an account with which nothing is wrong. */
const WELL = { lastError: null, failingSince: null, unreadable: false, refusals: 0, refusedUntil: null }

/** Until when a server is not to be asked, because it has refused the password; null: it may be asked. */
export function pauseOf({ refusedUntil }: { refusedUntil: Date | null }, now: Date): Date | null {
  if (refusedUntil === null || refusedUntil <= now) return null
  return refusedUntil > farthestAhead(now, MAX_PAUSE_HOURS * HOUR_MS) ? null : refusedUntil
}

/**
 * Notes that the server has refused the password: it is tried again after 1 hour, then after 2, 4, 8 and 16, then once a
 * day. Refusals within a pause count once, and those of a password that has been replaced since (`storedAt`, as it was
 * loaded) not at all.
 */
export async function noteRefusal(ctx: Context, memberId: number, storedAt: Date): Promise<void> {
  const now = ctx.now()
  const [row] = await ctx.db.select().from(calendarCredentials).where(eq(calendarCredentials.userId, memberId))
  if (row === undefined || pauseOf(row, now) !== null) return
  const hours = Math.min(2 ** row.refusals, MAX_PAUSE_HOURS)
  const asLoaded = and(
    eq(calendarCredentials.userId, memberId),
    eq(calendarCredentials.refusals, row.refusals),
    eq(calendarCredentials.updatedAt, storedAt),
  )
  await ctx.db
    .update(calendarCredentials)
    .set({
      refusals: row.refusals + 1,
      refusedUntil: new Date(now.getTime() + hours * HOUR_MS),
      lastError: REFUSED_PASSWORD,
      failingSince: row.failingSince ?? now,
      unreadable: true,
    })
    .where(asLoaded)
}

/** Notes that the server takes the password; forgets its refusals. */
export async function noteAccepted(ctx: Context, memberId: number): Promise<void> {
  await ctx.db
    .update(calendarCredentials)
    .set(WELL)
    .where(and(eq(calendarCredentials.userId, memberId), gt(calendarCredentials.refusals, 0)))
}

/** Stores the kind of sign-in that the server asks for now. */
export async function noteAuthScheme(ctx: Context, memberId: number, authScheme: AuthScheme): Promise<void> {
  await ctx.db.update(calendarCredentials).set({ authScheme }).where(eq(calendarCredentials.userId, memberId))
}

/**
 * Notes how the last poll went.
 * @param error the reason for people, null when it went well
 * @param failed what could not be read: the account, or just one of its calendars
 */
export async function notePoll(
  ctx: Context,
  memberId: number,
  error: string | null,
  failed: 'account' | 'calendar' = 'account',
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .update(calendarCredentials)
    .set({
      lastError: error,
      lastPolledAt: now,
      failingSince: error === null ? null : sinceBefore(now),
      unreadable: error !== null && failed === 'account',
    })
    .where(eq(calendarCredentials.userId, memberId))
}

const sinceBefore = (now: Date) => {
  const { failingSince } = calendarCredentials
  return sql`coalesce(${failingSince}, ${sql.param(now, failingSince)})`
}
