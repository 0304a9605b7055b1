import { and, asc, eq, inArray, lt, notInArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Executor, Transaction } from '../../platform/db/client'
import { localCredentials, loginAttempts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS } from '../../platform/durations'
import { type Attempts, afterFailure, NO_ATTEMPTS, type Standing, standingOf } from './lockout'
import { usernameKey } from './username'

type Data = Pick<Context, 'db' | 'now'>

/** Names without an account, and addresses, are forgotten after a day, and beyond this number the oldest first. */
const MAX_UNKNOWN_NAMES = 50_000
const UNKNOWN_NAME_MS = DAY_MS

/** Whether a name may sign in at this moment; counts nothing. */
export async function readStanding(ctx: Data, username: string): Promise<Standing> {
  const [row] = await ctx.db
    .select()
    .from(loginAttempts)
    .where(eq(loginAttempts.nameDigest, nameDigestOf(username)))
  return standingOf(row === undefined ? NO_ATTEMPTS : attemptsOf(row), ctx.now())
}

/**
 * Counts the outcome of a checked password, one attempt of a name at a time. Returns the name's standing before it: the
 * outcome is good only for an open name. A success clears the count of an open name.
 */
export async function settleAttempt(ctx: Data, username: string, isCorrect: boolean): Promise<Standing> {
  const nameDigest = nameDigestOf(username)
  const { standing, isNew } = await inTransaction(ctx.db, async (tx) => {
    if (!isCorrect) await ensureRow(ctx, tx, nameDigest)
    const attempts = await lockAttempts(tx, nameDigest)
    const standing = standingOf(attempts, ctx.now())
    if (isCorrect && standing.kind === 'open') {
      await forget(tx, nameDigest)
    } else if (!isCorrect && standing.kind !== 'locked') {
      await store(ctx, tx, nameDigest, afterFailure(attempts, ctx.now()))
    }
    return { standing, isNew: !isCorrect && attempts.failureCount === 0 }
  })
  if (isNew) await sweepAtTimes(ctx, nameDigest)
  return standing
}

/** Sweeps for one new row in 256. */
export async function sweepAtTimes(ctx: Data, newDigest: string): Promise<void> {
  if (newDigest.startsWith('00')) await sweepUnknownNames(ctx)
}

/** Forgets a name's failures, as after an administrator's reset. */
export async function clearAttempts(executor: Executor, username: string): Promise<void> {
  await forget(executor, nameDigestOf(username))
}

/** Removes old rows of names without an account and of addresses, so that strangers cannot fill the table. */
export async function sweepUnknownNames(ctx: Data, most = MAX_UNKNOWN_NAMES): Promise<void> {
  const accounts = await ctx.db.select({ username: localCredentials.username }).from(localCredentials)
  // A list that is never empty: SQL has no empty IN.
  const known = ['', ...accounts.map((account) => nameDigestOf(account.username))]
  const isUnknown = notInArray(loginAttempts.nameDigest, known)
  const yesterday = new Date(ctx.now().getTime() - UNKNOWN_NAME_MS)
  await ctx.db.delete(loginAttempts).where(and(isUnknown, lt(loginAttempts.updatedAt, yesterday)))

  const excess = (await ctx.db.$count(loginAttempts, isUnknown)) - most
  if (excess <= 0) return
  const oldest = await ctx.db
    .select({ nameDigest: loginAttempts.nameDigest })
    .from(loginAttempts)
    .where(isUnknown)
    .orderBy(asc(loginAttempts.updatedAt))
    .limit(excess)
  const digests = oldest.map((row) => row.nameDigest)
  await ctx.db.delete(loginAttempts).where(inArray(loginAttempts.nameDigest, digests))
}

/** The key of a name's row. */
export function nameDigestOf(username: string): string {
  return sha256Hex(`sign-in name\0${usernameKey(username)}`)
}

/** Only a row that exists can be locked. */
export async function ensureRow(ctx: Data, tx: Transaction, nameDigest: string): Promise<void> {
  await tx
    .insert(loginAttempts)
    .values({ nameDigest, updatedAt: ctx.now() })
    .onDuplicateKeyUpdate({ set: { updatedAt: ctx.now() } })
}

async function lockAttempts(tx: Transaction, nameDigest: string): Promise<Attempts> {
  const [row] = await tx.select().from(loginAttempts).where(eq(loginAttempts.nameDigest, nameDigest)).for('update')
  return row === undefined ? NO_ATTEMPTS : attemptsOf(row)
}

async function store(ctx: Data, tx: Transaction, nameDigest: string, attempts: Attempts): Promise<void> {
  await tx
    .update(loginAttempts)
    .set({
      recentFailures: JSON.stringify(attempts.recentFailures),
      failureCount: attempts.failureCount,
      lockedUntil: attempts.lockedUntil,
      updatedAt: ctx.now(),
    })
    .where(eq(loginAttempts.nameDigest, nameDigest))
}

async function forget(executor: Executor, nameDigest: string): Promise<void> {
  await executor.delete(loginAttempts).where(eq(loginAttempts.nameDigest, nameDigest))
}

function attemptsOf(row: typeof loginAttempts.$inferSelect): Attempts {
  return {
    recentFailures: JSON.parse(row.recentFailures) as number[],
    failureCount: row.failureCount,
    lockedUntil: row.lockedUntil,
  }
}
