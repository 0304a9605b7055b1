import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Transaction } from '../../platform/db/client'
import { loginAttempts } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { networkOf } from '../../platform/net/address'
import { includes } from '../../platform/net/networks'
import { afterFailureWith, afterOneMore, pausedBy, pauseOf, type TriedName } from './address-throttle'
import { ensureRow, nameDigestOf, sweepAtTimes } from './attempts'
import type { Standing } from './lockout'
import { usernameKey } from './username'

type Data = Pick<Context, 'config' | 'db' | 'now'>

const OPEN: Standing = { kind: 'open' }
/** 24 bits in hexadecimal digits: twenty names in one row, and two that meet count as one. */
const NAME_DIGITS = 6

/** Who tries to sign in from where; `secret` is what the name's password is stored as, so that a new one begins anew. */
interface Attempt {
  /** In its normal form, '' for none. */
  address: string
  username: string
  secret: string | null
}

/** Whether an address may try to sign in with a name at this moment; counts nothing. */
export async function readPause(ctx: Data, attempt: Attempt): Promise<Standing> {
  if (!isOfOneClient(ctx, attempt.address)) return OPEN
  const [names, failures] = await Promise.all([
    readFailures(ctx.db, addressDigest(attempt)),
    readFailures(ctx.db, digestOfBoth(attempt)),
  ])
  return worst(pauseOf(triedNames(names), ctx.now()), pausedBy(failures, ctx.now()))
}

/**
 * Counts a wrong password, one of an address at a time. Returns how the address stood before it: nothing is counted
 * unless it was open.
 */
export async function settleFailureFrom(ctx: Data, attempt: Attempt): Promise<Standing> {
  if (!isOfOneClient(ctx, attempt.address)) return OPEN
  const [ofAddress, ofName] = [addressDigest(attempt), digestOfBoth(attempt)]
  const now = ctx.now()
  const { standing, isNew } = await inTransaction(ctx.db, async (tx) => {
    // The address first, always: two that wait for each other would be an error.
    await ensureRow(ctx, tx, ofAddress)
    const tried = triedNames(await readFailures(tx, ofAddress, 'update'))
    await ensureRow(ctx, tx, ofName)
    const failures = await readFailures(tx, ofName, 'update')
    const standing = worst(pauseOf(tried, now), pausedBy(failures, now))
    if (standing.kind === 'open') {
      const name = Number.parseInt(nameDigestOf(attempt.username).slice(0, NAME_DIGITS), 16)
      const names = afterFailureWith(tried, name, now).flatMap((each) => [each.name, each.at])
      await storeFailures(tx, ofAddress, names)
      await storeFailures(tx, ofName, afterOneMore(failures, now))
    }
    return { standing, isNew: tried.length === 0 }
  })
  if (isNew) await sweepAtTimes(ctx, ofAddress)
  return standing
}

/** Forgets what an address has mistyped for a name: it knows the password. */
export async function forgetFailuresFrom(ctx: Data, attempt: Attempt): Promise<void> {
  if (!isOfOneClient(ctx, attempt.address)) return
  await ctx.db.delete(loginAttempts).where(eq(loginAttempts.nameDigest, digestOfBoth(attempt)))
}

const worst = (one: Standing, other: Standing): Standing => (one.kind === 'open' ? other : one)

/**
 * Whether an address is that of one client. Behind a proxy that is not named as trusted all clients have its address, and a
 * stranger would shut everybody out: addresses count only once the operator has said whom to believe, and that of a proxy
 * never.
 */
function isOfOneClient({ config: { trustedProxies } }: Data, address: string): boolean {
  return trustedProxies !== null && address !== '' && !includes(trustedProxies, address)
}

type Reader = Pick<Context['db'], 'select'>

/** What is stored of a row's failures; nothing where there is no row. */
async function readFailures(db: Reader, digest: string, lock?: 'update'): Promise<number[]> {
  const rows = db
    .select({ failures: loginAttempts.recentFailures })
    .from(loginAttempts)
    .where(eq(loginAttempts.nameDigest, digest))
  const [row] = await (lock === undefined ? rows : rows.for(lock))
  return JSON.parse(row?.failures ?? '[]') as number[]
}

const storeFailures = (tx: Transaction, digest: string, failures: readonly number[]) =>
  tx
    .update(loginAttempts)
    .set({ recentFailures: JSON.stringify(failures) })
    .where(eq(loginAttempts.nameDigest, digest))

/** Pairs in a flat list, as they are stored. */
const triedNames = (numbers: readonly number[]): TriedName[] =>
  numbers.flatMap((name, index) => (index % 2 === 0 ? [{ name, at: numbers[index + 1]! }] : []))

/** Apart from those of names by its prefix. */
const addressDigest = ({ address }: Attempt) => digestOf('sign-in address', networkOf(address))

const digestOfBoth = ({ address, username, secret }: Attempt) =>
  digestOf('sign-in address and name', networkOf(address), usernameKey(username), secret ?? '')

const digestOf = (...parts: string[]) => sha256Hex(parts.join('\0'))
