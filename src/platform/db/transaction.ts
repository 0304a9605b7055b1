import type { PoolConnection } from 'mysql2/promise'
import { type Db, hostsBehind, queriesOf, type Transaction } from './client'
import { mayRepeatTransaction, repeating } from './repeat'
import { Unanswered } from './unanswered'

/**
 * Thrown by a transaction that is to begin anew: it has waited for a lock, and what it locked is not what it needs any more.
 */
export class RetryTransaction extends Error {}

const replayable = new WeakSet<Transaction>()

/** Says that this transaction, run again although it may have been committed, does nothing twice. */
export const allowReplay = (tx: Transaction) => void replayable.add(tx)

/**
 * Runs a transaction (READ COMMITTED, as every session of the pool); begins anew on deadlock, at `RetryTransaction`,
 * and when its connection broke before the commit was sent (or at the commit: see `allowReplay`), for at most three
 * seconds, in a cluster for nine.
 * The body must use `tx` alone: the pool's `db` would wait for a connection while this one is taken.
 * @throws what the body throws, and the database's error
 */
export async function inTransaction<T>(db: Db, body: (tx: Transaction) => Promise<T>): Promise<T> {
  let mayStand = false
  const run = async () => {
    mayStand = false
    const connection = await db.$client.getConnection()
    const { tx, unanswered } = transactionOn(connection)
    replayable.delete(tx)
    try {
      const begun = unanswered.begin(connection)
      begun.catch(() => {})
      // Why it has not begun says more than what the body makes of that.
      const result = await body(tx).finally(() => begun)
      const last = lastSteps.get(tx)
      await allOf([...unanswered.end(), last?.beforeCommit(connection)])
      mayStand = !replayable.has(tx)
      await connection.query('commit')
      last?.afterCommit()
      for (const run of onCommit.get(tx) ?? []) run()
      return result
    } catch (error) {
      unanswered.end()
      // A connection that cannot be rolled back must not go back to the pool.
      await connection.query('rollback').catch(() => connection.destroy())
      lastSteps.get(tx)?.afterFailure()
      throw error
    } finally {
      lastSteps.delete(tx)
      onCommit.delete(tx)
      connection.release()
    }
  }
  const hosts = hostsBehind(db)
  // Of a commit that broke off nobody knows whether it was done.
  const mayRepeat = (error: unknown) =>
    error instanceof RetryTransaction || mayRepeatTransaction(error, { mayStand, hasOtherHosts: hosts.all.length > 1 })
  return repeating(run, { mayRepeat, isClusterThere: hosts.anyGreets })
}

/** Throws the first error once all have ended. */
async function allOf(promises: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}

/**
 * Leaves the answer of a write that nothing else needs to the commit, which waits for it. So does what is written behind
 * it, unless it does nothing outside a transaction (`withinTransaction`).
 */
export const leaveToCommit = (tx: Transaction, write: Promise<unknown>): void => unansweredOf.get(tx)?.leave(write)

/** What a transaction does at its end. */
export interface LastStep {
  /** Inside the transaction, behind its body; what was left to the commit may have failed. */
  beforeCommit(connection: PoolConnection): Promise<void>
  /** Must not throw. */
  afterCommit(): void
  /** The transaction may have been committed, and only the answer be lost. Must not throw. */
  afterFailure(): void
}

const lastSteps = new WeakMap<Transaction, LastStep>()

/** The last step of the transaction that runs, made at the first call. There is one kind of it. */
export const lastStepOf = <Step extends LastStep>(tx: Transaction, make: () => Step): Step =>
  lastSteps.getOrInsertComputed(tx, make) as Step

const onCommit = new WeakMap<Transaction, (() => void)[]>()

/** Runs something behind the commit of a transaction, and never if that fails. It must not throw. */
export const afterCommit = (tx: Transaction, run: () => void): void =>
  void onCommit.getOrInsertComputed(tx, () => []).push(run)

interface OnConnection {
  tx: Transaction
  unanswered: Unanswered
}

const transactions = new WeakMap<object, OnConnection>()
const unansweredOf = new WeakMap<Transaction, Unanswered>()

/** The same objects for every transaction on a connection, so that queries prepared for it are prepared once. */
function transactionOn(connection: PoolConnection): OnConnection {
  // The pool wraps the lasting connection anew each time it hands it out.
  return transactions.getOrInsertComputed(connection.connection, () => {
    const unanswered = new Unanswered()
    const tx = queriesOf(unanswered.behind(connection)) as unknown as Transaction
    unansweredOf.set(tx, unanswered)
    return { tx, unanswered }
  })
}

/** Says that the first statements of a transaction would do no harm outside it: they are sent along with its begin. */
export const sendWithBegin = (tx: Transaction): void => unansweredOf.get(tx)?.letAllGoAlong()
