import { type SQL, sql } from 'drizzle-orm'
import type { PoolConnection } from 'mysql2/promise'
import { textOf } from './commands'
import { isRead } from './repeat'

type Query = PoolConnection['query']

/** What a write is bound to that waits for no other one: outside a transaction it does nothing. */
export const isWithinTransaction: SQL = sql`@@in_transaction`

/** A value for a NOT NULL column, null outside a transaction: the row is refused where none runs, or not any more. */
export const withinTransaction = (value: unknown): SQL => sql`if(${isWithinTransaction}, ${value}, null)`

const doesNothingOutside = (statement: string) => isRead(statement) || statement.includes('@@in_transaction')

interface Sent {
  /** Null: it was answered. */
  begin: Promise<unknown> | null
  letsAllGoAlong: boolean
  writes: Set<Promise<unknown>>
  /** Writes whose failure nobody has heard of. */
  left: Promise<unknown>[]
  waiting: number
  /** When the last one of those that wait may go. */
  turn: Promise<void> | null
}

/**
 * What a connection's transaction has sent and has no answer to: its begin and its writes. What would count by itself
 * outside the transaction waits for them, and is not sent where one fails: a deadlock ends a transaction, and a begin may
 * fail. What does nothing outside goes at once; nothing overtakes what waits.
 */
export class Unanswered {
  /** Null: no transaction runs. */
  #sent: Sent | null = null

  /** Sends the begin. @throws the database's error; the connection is closed then, so that nothing follows outside */
  async begin(connection: PoolConnection): Promise<void> {
    const begin = connection.query('begin')
    const sent: Sent = { begin, letsAllGoAlong: false, writes: new Set(), left: [], waiting: 0, turn: null }
    this.#sent = sent
    try {
      await begin
      sent.begin = null
    } catch (error) {
      connection.destroy()
      throw error
    }
  }

  /** What still waits is not sent any more. Returns the writes that were left. */
  end(): readonly Promise<unknown>[] {
    const left = this.#sent?.left ?? []
    this.#sent = null
    return left
  }

  /** What is asked before the begin is answered is sent along, too. */
  letAllGoAlong() {
    if (this.#sent !== null) this.#sent.letsAllGoAlong = true
  }

  /** Keeps the answer of a write that its caller does not wait for. */
  leave(write: Promise<unknown>) {
    write.catch(() => {})
    this.#sent?.left.push(write)
  }

  /** A connection for the statements of the transactions. */
  behind(connection: PoolConnection): PoolConnection {
    const query = async (...args: Parameters<Query>) => {
      const sent = this.#running()
      const statement = textOf(args[0])
      const send = () => connection.query(...args)
      const answer = mustWait(sent, statement) ? this.#inTurn(sent, statement).then(send) : send()
      if (!isRead(statement)) keep(sent.writes, answer)
      return answer
    }
    return Object.assign(Object.create(connection), { query })
  }

  async #inTurn(sent: Sent, statement: string): Promise<void> {
    const before = sent.waiting > 0 ? sent.turn : null
    sent.waiting++
    sent.turn = this.#mayGo(sent, [before, ...answersBefore(sent, statement)])
    try {
      await sent.turn
    } finally {
      sent.waiting--
    }
  }

  async #mayGo(sent: Sent, answers: readonly (Promise<unknown> | null)[]): Promise<void> {
    await Promise.all(answers)
    if (this.#running() !== sent) throw new Error(ENDED)
  }

  #running(): Sent {
    if (this.#sent === null) throw new Error(ENDED)
    return this.#sent
  }
}

const ENDED = 'the transaction has ended'

function mustWait({ begin, letsAllGoAlong, writes, left, waiting }: Sent, statement: string): boolean {
  if (waiting > 0) return true
  if (doesNothingOutside(statement)) return false
  return (begin !== null && !letsAllGoAlong) || writes.size > 0 || left.length > 0
}

const answersBefore = ({ begin, writes, left }: Sent, statement: string) =>
  doesNothingOutside(statement) ? [] : [begin, ...writes, ...left]

function keep(writes: Set<Promise<unknown>>, write: Promise<unknown>) {
  const forget = () => writes.delete(write)
  writes.add(write)
  write.then(forget, forget)
}
