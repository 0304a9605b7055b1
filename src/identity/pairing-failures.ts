import { eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { sha256Hex } from '../platform/crypto/sha256'
import type { Transaction } from '../platform/db/client'
import { pairingFailureCounts, pairingFailures } from '../platform/db/schema'
import { HOUR_MS, MINUTE_MS } from '../platform/durations'
import { networkOf } from '../platform/net/address'
import { PRUNED_AT_ONCE } from '../platform/pruning'
import { isInWindow, secondsUntil } from './failure-window'

type Data = Pick<Context, 'db' | 'now'>

const MAX_PER_ADDRESS = 10
const ADDRESS_WINDOW_MS = 10 * MINUTE_MS
const MAX_FROM_ANYWHERE = 10_000

/** Wrong codes of one address, locked until the transaction ends: epoch milliseconds inside the window, oldest first. */
export interface AddressFailures {
  addressDigest: string
  recent: readonly number[]
}

/** Reads and locks the count of an address, so that its attempts are decided one at a time. */
export async function lockFailures(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  address: string,
): Promise<AddressFailures> {
  const addressDigest = sha256Hex(`pairing\0${networkOf(address)}`)
  const updatedAt = now()
  // Only a row that exists can be locked.
  await tx.insert(pairingFailures).values({ addressDigest, updatedAt }).onDuplicateKeyUpdate({ set: { updatedAt } })
  const [row] = await tx
    .select({ recentFailures: pairingFailures.recentFailures })
    .from(pairingFailures)
    .where(eq(pairingFailures.addressDigest, addressDigest))
    .for('update')
  const failures = JSON.parse(row?.recentFailures ?? '[]') as number[]
  return { addressDigest, recent: failures.filter((at) => isInWindow(at, ADDRESS_WINDOW_MS, updatedAt)) }
}

/** One more wrong code from that address. */
export async function addFailure(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  { addressDigest, recent }: AddressFailures,
): Promise<AddressFailures> {
  const failures = [...recent, now().getTime()]
  await tx
    .update(pairingFailures)
    .set({ recentFailures: JSON.stringify(failures) })
    .where(eq(pairingFailures.addressDigest, addressDigest))
  return { addressDigest, recent: failures }
}

/** Seconds until an address may try again; null: it may now. From the eleventh wrong code on it may not. */
export function secondsToWait({ now }: Pick<Context, 'now'>, { recent }: AddressFailures): number | null {
  const first = recent.at(-MAX_PER_ADDRESS - 1)
  return first === undefined ? null : secondsUntil(first + ADDRESS_WINDOW_MS, now())
}

/** Counts a wrong code from anywhere. Returns true once for every ten thousand in an hour, and then counts anew. */
export async function countFailure({ db, now }: Data): Promise<boolean> {
  const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS)
  const [{ affectedRows }] = await db
    .insert(pairingFailureCounts)
    .values({ minute, failureCount: 1 })
    .onDuplicateKeyUpdate({ set: { failureCount: sql`${pairingFailureCounts.failureCount} + 1` } })
  if (affectedRows === 1) await forgetOld({ db, now })
  const [counted] = await db
    .select({
      total: sql<number>`cast(coalesce(sum(${pairingFailureCounts.failureCount}), 0) as signed)`.mapWith(Number),
    })
    .from(pairingFailureCounts)
    .where(gt(pairingFailureCounts.minute, new Date(minute.getTime() - HOUR_MS)))
  if (counted!.total < MAX_FROM_ANYWHERE) return false
  const [emptied] = await db.delete(pairingFailureCounts)
  return emptied.affectedRows > 0
}

/** Once a minute: strangers cannot fill the tables. */
async function forgetOld({ db, now }: Data): Promise<void> {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  await db.delete(pairingFailureCounts).where(lt(pairingFailureCounts.minute, before(HOUR_MS + MINUTE_MS)))
  await db
    .delete(pairingFailures)
    .where(lt(pairingFailures.updatedAt, before(ADDRESS_WINDOW_MS)))
    .limit(PRUNED_AT_ONCE)
}
