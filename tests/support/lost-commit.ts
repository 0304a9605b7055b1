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
