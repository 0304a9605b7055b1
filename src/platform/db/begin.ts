import type { PoolConnection } from 'mysql2/promise'
import { textOf } from './commands'
import { isRead } from './repeat'

type Query = PoolConnection['query']

/**
 * The begin of a connection's transactions, one after the other. What only reads is sent along with it, without waiting
 * for its answer. All else waits: outside a transaction it would be committed at once.
 */
export class Begin {
  /** Null: it was answered. */
  #answer: Promise<unknown> | null = null
  #letsAllGo = false
  /** Statements that wait for the answer; nothing overtakes them. */
  #waiting = 0

  /** Sends it. @throws the database's error; the connection is closed then, so that nothing follows outside */
  async send(connection: PoolConnection): Promise<void> {
    this.#letsAllGo = false
    this.#waiting = 0
    const answer = connection.query('begin')
    this.#answer = answer
    try {
      await answer
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      this.#answer = null
    }
  }

  /** What is asked before the answer is sent along, too. */
  letAllGoAlong() {
    this.#letsAllGo = true
  }

  /** A connection for the statements of the transactions. */
  behind(connection: PoolConnection): PoolConnection {
    const query = async (...args: Parameters<Query>) => {
      if (this.#mustWait(textOf(args[0]))) await this.#wait()
      return connection.query(...args)
    }
    return Object.assign(Object.create(connection), { query })
  }

  #mustWait(statement: string): boolean {
    if (this.#waiting > 0) return true
    return this.#answer !== null && !this.#letsAllGo && !isRead(statement)
  }

  async #wait() {
    this.#waiting++
    try {
      await this.#answer
    } finally {
      this.#waiting--
    }
  }
}
