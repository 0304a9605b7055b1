import { and, eq, isNotNull } from 'drizzle-orm'
import { type CredentialInput, storeCredential } from '../../household/credentials'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { homeAccounts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { Refusal, unavailable } from '../../platform/http-errors'
import { CalDavError, connect, makeCalendar } from '../caldav/client'
import { type FoundAccount, probeCredential } from '../connect'
import { hashAppPassword } from './app-password'
import { type HomeOwner, type Reservation, reserve } from './reservation'
import { homeSettings, writeUsers } from './users'
import { withUser } from './users-file'

/** An account that is there, with its calendar, and connected to nobody yet. */
export interface PreparedAccount extends Reservation {
  calendarUrl: string
  credential: CredentialInput
  found: FoundAccount
}

/** The folder of the first calendar: of two tries both mean the same one. */
const CALENDAR = 'calendar/'

/**
 * Makes an account on the household's own server, and a calendar in it; what an earlier try has begun is gone on with,
 * under the same name and password. Nothing is connected before `claimAccount`.
 * @throws Refusal 422, 503 when the file of users cannot be written or the server does not answer
 */
export async function prepareAccount(
  ctx: Context,
  owner: HomeOwner,
  calendar: { displayName: string; color: string },
): Promise<PreparedAccount> {
  const { url: serverUrl } = homeSettings(ctx)
  const reservation = await reserve(ctx, owner)
  const { username, appPassword } = reservation
  await listUser(ctx, reservation)
  const credential = {
    providerType: 'caldav',
    accountEmail: null,
    calendarUsername: username,
    appPassword,
    serverUrl,
  } as const
  const found = await probeCredential(ctx, credential)
  if (found.outcome !== 'ok') {
    ctx.log.error("the household's calendar server does not take the account", { outcome: found.outcome })
    throw unavailable()
  }
  try {
    const connection = connect(ctx, { username, password: appPassword, ...found })
    const calendarUrl = await makeCalendar(connection, { url: new URL(CALENDAR, found.homeUrl).href, ...calendar })
    return { ...reservation, calendarUrl, credential, found }
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    ctx.log.error("the household's calendar server makes no calendar", { reason: error.message })
    throw unavailable()
  }
}

/** @throws Refusal 409 when another try was quicker, or the member has left meanwhile */
async function listUser(ctx: Context, { id, username, appPassword }: Reservation): Promise<void> {
  const hash = await hashAppPassword(appPassword)
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const isBegun = and(eq(homeAccounts.id, id), isNotNull(homeAccounts.appPassword))
    if ((await tx.$count(homeAccounts, isBegun)) === 0) throw new Refusal(409, 'This account is made already')
    await writeUsers(ctx, (text) => withUser(text, username, hash))
  })
}

/**
 * Connects a prepared account as the member's only one. The transaction must hold the household's lock, and the caller
 * asks for the calendars after the commit.
 */
export async function claimAccount(
  ctx: Context,
  tx: Transaction,
  memberId: number,
  { id, credential, found }: PreparedAccount,
): Promise<void> {
  await storeCredential(ctx, tx, memberId, credential, found)
  await tx.update(homeAccounts).set({ userId: memberId, appPassword: null }).where(eq(homeAccounts.id, id))
}
