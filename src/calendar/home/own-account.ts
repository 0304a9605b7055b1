import { and, eq } from 'drizzle-orm'
import { loadAccount, replaceAppPassword } from '../../household/credentials'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { calendarCredentials, homeAccounts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound, Refusal } from '../../platform/http-errors'
import { answerOnce, type KeyedRequest } from '../../platform/idempotency'
import { claimAccount, prepareAccount } from './account'
import { hashAppPassword, newAppPassword } from './app-password'
import { homeSettings, writeUsers } from './users'
import { withUser } from './users-file'

/** Who wants an account of their own. */
export interface AccountSeeker {
  memberId: number
  /** What they are called here; the name at the server follows it. */
  name: string
  /** `Idempotency-Key` */
  key: string | null
}

/** What a program needs to sign in. */
export interface SignIn {
  username: string
  appPassword: string
}

/** The member's name at the household's own server, null when their calendars are not kept there. */
export async function ownUsername(ctx: Context, memberId: number, executor: Executor = ctx.db): Promise<string | null> {
  if (ctx.config.home === null) return null
  const isConnected = and(
    eq(calendarCredentials.userId, homeAccounts.userId),
    eq(calendarCredentials.calendarUsername, homeAccounts.username),
    eq(calendarCredentials.serverUrl, ctx.config.home.url),
  )
  const [row] = await executor
    .select({ username: homeAccounts.username })
    .from(homeAccounts)
    .innerJoin(calendarCredentials, isConnected)
    .where(eq(homeAccounts.userId, memberId))
  return row?.username ?? null
}

/**
 * Makes a member's account on the household's own server, with a calendar, connects it, and asks for its calendars.
 * @throws Refusal 409 when the member has a calendar account, 422, 503
 */
export async function openHomeAccount(
  ctx: Context,
  { memberId, name, key }: AccountSeeker,
  calendar: { displayName: string; color: string },
): Promise<SignIn & { calendarUrl: string }> {
  homeSettings(ctx)
  const mayBeRepeated = await hasAccount(ctx.db, memberId)
  const prepared = mayBeRepeated ? null : await prepareAccount(ctx, { memberId, name }, calendar)
  const request = { memberId, key, parts: ['home account', calendar.displayName] }
  const answer = await once(ctx, request, async (tx) => {
    if (prepared === null || (await hasAccount(tx, memberId))) throw alreadyThere()
    await claimAccount(ctx, tx, memberId, prepared)
    return { username: prepared.username, calendarUrl: prepared.calendarUrl }
  })
  ctx.signals.sync(memberId)
  return { ...answer, appPassword: await passwordOf(ctx, memberId, answer.username) }
}

/**
 * Gives a member's account on the household's own server another password, here and there: what else signs in with the
 * former one needs it, too.
 * @throws Refusal 404 without such an account, 503 when the file of users cannot be written
 */
export async function renewAppPassword(
  ctx: Context,
  { memberId, key }: Pick<AccountSeeker, 'memberId' | 'key'>,
): Promise<SignIn> {
  const appPassword = newAppPassword()
  const hash = await hashAppPassword(appPassword)
  const answer = await once(ctx, { memberId, key, parts: ['home account password'] }, async (tx) => {
    const username = await ownUsername(ctx, memberId, tx)
    if (username === null) throw notFound()
    await replaceAppPassword(ctx, tx, memberId, appPassword)
    // Last, since it cannot be rolled back: should the commit fail, the next new password mends it.
    await writeUsers(ctx, (text) => withUser(text, username, hash))
    return { username }
  })
  ctx.signals.sync(memberId)
  return { ...answer, appPassword: await passwordOf(ctx, memberId, answer.username) }
}

/** Under the household's lock, and under its key once. The answer is kept with the key: no password may stand in it. */
function once<Answer>(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return answerOnce(ctx, tx, request, () => write(tx))
  })
}

/** The password as it is now: an answer that is given again may be older than another account. */
async function passwordOf(ctx: Context, memberId: number, username: string): Promise<string> {
  const account = await loadAccount(ctx, memberId)
  if (account?.username !== username) throw alreadyThere()
  return account.password
}

const hasAccount = async (executor: Executor, memberId: number) =>
  (await executor.$count(calendarCredentials, eq(calendarCredentials.userId, memberId))) > 0

const alreadyThere = () => new Refusal(409, 'There is a calendar account already')
