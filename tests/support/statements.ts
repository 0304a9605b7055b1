import type { Context } from '../../src/platform/context'

interface Connection {
  addCommand(command: { sql?: string }): unknown
}
interface CorePool {
  _allConnections: { toArray(): Connection[] }
  on(event: 'connection', listener: (connection: Connection) => void): void
  setMaxListeners(count: number): void
}

/** What a new connection sets, and what keeps a lease in the outbox: the latter after so much real time of a write. */
const BESIDE = /^(set session|update `outbox` set `claimed_until`)/i

/** Every statement that goes to the database from now on, as text with placeholders, but for what stands beside them. */
export function listenToStatements({ db }: Pick<Context, 'db'>): string[] {
  const heard: string[] = []
  const listen = (connection: Connection) => {
    const addCommand = connection.addCommand.bind(connection)
    connection.addCommand = (command) => {
      if (command.sql !== undefined && !BESIDE.test(command.sql)) heard.push(command.sql)
      return addCommand(command)
    }
  }
  // mysql2 has no public way to see what a pool sends.
  const { pool } = db.$client as unknown as { pool: CorePool }
  for (const connection of pool._allConnections.toArray()) listen(connection)
  // One more for each story of a file.
  pool.setMaxListeners(0)
  pool.on('connection', listen)
  return heard
}

/** Whether a statement looks for announcements, or for where to begin: both are done anew after a second of real time. */
export const isLook = (statement: string) => /^select .* from `announcements`/.test(statement)

/** Does some work just before the next statement of this kind goes to the database, as another process may. */
export const beforeNext = (ctx: Pick<Context, 'db'>, kind: RegExp, work: () => Promise<unknown>): Awaited =>
  intercept(ctx, kind, async (query) => {
    await work()
    return query()
  })

/** Does some work between the next statement of this kind and whoever awaits its answer. */
export const afterNext = (ctx: Pick<Context, 'db'>, kind: RegExp, work: () => Promise<unknown>): Awaited =>
  intercept(ctx, kind, async (query) => {
    const answer = await query()
    await work()
    return answer
  })

/** Whether the statement has come: a story that waits for none proves nothing. */
interface Awaited {
  hasCome: boolean
}

function intercept(
  { db }: Pick<Context, 'db'>,
  kind: RegExp,
  around: (query: () => Promise<unknown>) => Promise<unknown>,
): Awaited {
  const client = db.$client as unknown as { query: (...given: [{ sql: string }, ...unknown[]]) => Promise<unknown> }
  const { query } = client
  const awaited: Awaited = { hasCome: false }
  client.query = (...given) => {
    const run = () => query.apply(client, given)
    if (!kind.test(given[0].sql)) return run()
    client.query = query
    awaited.hasCome = true
    return around(run)
  }
  return awaited
}
