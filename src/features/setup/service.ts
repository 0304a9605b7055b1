import { and, eq } from 'drizzle-orm'
import { checkAccount } from '../../calendar/connect'
import { claimAccount, prepareAccount } from '../../calendar/home/account'
import { closeAccounts, forgetOtherAttempts } from '../../calendar/home/closing'
import { homeSettings } from '../../calendar/home/users'
import { storeCredential } from '../../household/credentials'
import { lockHousehold } from '../../household/lock'
import { createMember, freeColor, isUnclaimed } from '../../household/members'
import { SETTING, setSettings } from '../../household/settings'
import { insertAccount, type LocalAccount, prepareLocalAccount } from '../../identity/local/accounts'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { calendarCredentials, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, Refusal } from '../../platform/http-errors'
import { credentialInput } from '../shared/credential-form'
import { type Caller, refuseWhenClosed } from './lock'
import type { Configuration, FirstAdmin, FirstAdminAtHome } from './model'

const ADMIN_EXISTS = 'There is an administrator already'

/**
 * Stores the wizard's configuration; it takes effect when the service starts again.
 * @throws Refusal 423 when the wizard has been closed
 */
export async function storeConfig(ctx: Context, caller: Caller, config: Configuration): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    await refuseWhenClosed(ctx, tx, caller)
    await setSettings(ctx, tx, {
      [SETTING.oidcIssuer]: config.oidcIssuer,
      [SETTING.oidcClientId]: config.oidcClientId,
      [SETTING.vapidPublicKey]: config.vapidPublicKey,
      [SETTING.externalUrl]: config.appExternalUrl,
    })
  })
  ctx.log.warn('setup wizard: configuration stored', { issuer: new URL(config.oidcIssuer).origin })
}

/**
 * Creates the first admin, unclaimed, with a calendar account that its server has accepted and, if given, a local
 * account. Nothing is left of an attempt that fails. Returns the id.
 * @throws Refusal 400, 409 when an unclaimed admin exists or the username is in use, 423 when the wizard has been closed,
 *   503 when the server is unreachable
 */
export async function createFirstAdmin(ctx: Context, caller: Caller, body: FirstAdmin): Promise<number> {
  const credential = credentialInput(body)
  const account = await accountOf(body)
  await refuseSecondAdmin(ctx.db)
  const probe = await checkAccount(ctx, credential)
  const person = { displayName: body.displayName ?? null, account }
  return insertFirstAdmin(ctx, caller, person, (tx, id) => storeCredential(ctx, tx, id, credential, probe))
}

/**
 * The same with an account on the household's own calendar server, which is made along. Of an attempt that fails that
 * account may be left, and the next one goes on with it.
 * @throws Refusal 400, 409, 422 where there is no such server, 423, 503
 */
export async function createFirstAdminAtHome(ctx: Context, caller: Caller, body: FirstAdminAtHome) {
  homeSettings(ctx)
  const account = await prepareLocalAccount(body.username, body.initialPassword)
  await refuseSecondAdmin(ctx.db)
  const calendar = { displayName: body.calendarName ?? body.displayName, color: await freeColor(ctx.db) }
  const owner = { memberId: null, name: body.username, refuse: refuseSecondAdmin }
  const prepared = await prepareAccount(ctx, owner, calendar)
  const person = { displayName: body.displayName, account }
  const adminId = await insertFirstAdmin(ctx, caller, person, async (tx, id) => {
    await claimAccount(ctx, tx, id, prepared)
    await forgetOtherAttempts(tx, prepared.id)
  })
  await closeAccounts(ctx)
  return { adminId, opened: prepared }
}

async function insertFirstAdmin(
  ctx: Context,
  caller: Caller,
  { displayName, account }: { displayName: string | null; account: LocalAccount | null },
  connect: (tx: Transaction, memberId: number) => Promise<void>,
): Promise<number> {
  const memberId = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    // Asked again: somebody else may have been quicker while the server was asked.
    await refuseSecondAdmin(tx)
    await refuseWhenClosed(ctx, tx, caller)
    const id = await createMember(ctx, tx, { displayName, isAdmin: true })
    if (account !== null) await insertAccount(ctx, tx, id, account)
    await connect(tx, id)
    return id
  })
  ctx.log.warn('setup wizard: administrator created', { memberId })
  return memberId
}

/**
 * Locks the wizard for good.
 * @throws Refusal 422 while no unclaimed admin has a calendar account, 423 when the wizard has been closed
 */
export async function completeSetup(ctx: Context, caller: Caller): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    await refuseWhenClosed(ctx, tx, caller)
    const [ready] = await tx
      .select({ id: members.id })
      .from(members)
      .innerJoin(calendarCredentials, eq(calendarCredentials.userId, members.id))
      .where(and(isUnclaimed(), eq(members.isAdmin, true)))
      .limit(1)
    if (ready === undefined) throw new Refusal(422, 'No administrator with a calendar account has been set up')
    await setSettings(ctx, tx, { [SETTING.setupComplete]: 'true' })
  })
  ctx.log.warn('setup wizard: completed')
}

async function refuseSecondAdmin(executor: Executor): Promise<void> {
  const [admin] = await executor
    .select({ id: members.id })
    .from(members)
    .where(and(isUnclaimed(), eq(members.isAdmin, true)))
    .limit(1)
  if (admin !== undefined) throw new Refusal(409, ADMIN_EXISTS)
}

/** Username and password come both or not at all. */
async function accountOf({ username, initialPassword }: FirstAdmin): Promise<LocalAccount | null> {
  if (username === undefined && initialPassword === undefined) return null
  if (username === undefined || initialPassword === undefined) throw badRequest('username and initialPassword')
  return prepareLocalAccount(username, initialPassword)
}
