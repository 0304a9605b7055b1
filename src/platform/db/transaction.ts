import type { PoolConnection } from 'mysql2/promise'
import { type Db, queriesOf, type Transaction } from './client'
import { isDeadlock } from './errors'

const ATTEMPTS = 4

/**
 * Runs a transaction (READ COMMITTED, as every session of the pool) and runs it again when it met another one. The
 * body must touch nothing but the transaction it is given: the pool's `db` inside it would wait for a connection that
 * it holds itself.
 */
export async function inTransaction<T>(db: Db, body: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const connection = await db.$client.getConnection()
    try {
      return await runOn(connection, body)
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
    } finally {
      connection.release()
    }
  }
}

async function runOn<T>(connection: PoolConnection, body: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    await connection.query('begin')
    const result = await body(transactionOn(connection))
    await connection.query('commit')
    return result
  } catch (error) {
    // What cannot be rolled back must not be handed to the next one who needs a connection.
    await connection.query('rollback').catch(() => connection.destroy())
    throw error
  }
}

const transactions = new WeakMap<object, Transaction>()

/** The same object for every transaction on a connection, so that queries prepared for it are prepared once. */
function transactionOn(connection: PoolConnection): Transaction {
  // The pool wraps the lasting connection anew each time it hands it out.
  const key = connection.connection
  const before = transactions.get(key)
  if (before !== undefined) return before
  const transaction = queriesOf(connection) as unknown as Transaction
  transactions.set(key, transaction)
  return transaction
}
