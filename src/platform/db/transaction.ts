import type { Db, Transaction } from './client'
import { isDeadlock } from './errors'

const ATTEMPTS = 4

/**
 * Runs a transaction (READ COMMITTED, as every session of the pool) and runs it again when it met another one. The body must touch nothing but
 * the transaction it is given: the pool's `db` inside it would wait for a connection that it holds itself.
 */
export async function inTransaction<T>(db: Db, body: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(body)
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}
