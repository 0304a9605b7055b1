import type { Context } from '../../src/platform/context'

/**
 * From now on every transaction is committed, and the answer to that is lost: whoever waits for it cannot know. Returns
 * the function that mends it.
 */
export function loseCommits({ db }: Pick<Context, 'db'>): () => void {
  const pool = db.$client
  const { getConnection } = pool
  pool.getConnection = async () => {
    const connection = await getConnection.call(pool)
    const query = connection.query.bind(connection) as (...args: unknown[]) => Promise<never>
    const losing = async (...args: unknown[]) => {
      const answer = await query(...args)
      if (args[0] === 'commit') throw Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' })
      return answer
    }
    return Object.assign(connection, { query: losing })
  }
  return () => {
    pool.getConnection = getConnection
  }
}

/**
 * The next transaction that is to be committed is chosen by the database to end in a deadlock; `meanwhile` happens before
 * it is begun anew.
 */
export function deadlockNextCommit({ db }: Pick<Context, 'db'>, meanwhile: () => Promise<unknown>): void {
  const pool = db.$client
  const { getConnection } = pool
  pool.getConnection = async () => {
    const connection = await getConnection.call(pool)
    const { query } = connection
    const failing = async (...args: unknown[]) => {
      if (args[0] !== 'commit') return (query as (...args: unknown[]) => Promise<unknown>).apply(connection, args)
      connection.query = query
      pool.getConnection = getConnection
      await connection.query('rollback')
      await meanwhile()
      throw Object.assign(new Error('a deadlock'), { code: 'ER_LOCK_DEADLOCK' })
    }
    return Object.assign(connection, { query: failing })
  }
}
