import type { Context } from '../../src/platform/context'

interface Connection {
  addCommand(command: { sql?: string }): unknown
}
interface CorePool {
  _allConnections: { toArray(): Connection[] }
  on(event: 'connection', listener: (connection: Connection) => void): void
}

/** Every statement that goes to the database from now on, as text with placeholders; what a new connection sets is left out. */
export function listenToStatements({ db }: Pick<Context, 'db'>): string[] {
  const heard: string[] = []
  const listen = (connection: Connection) => {
    const addCommand = connection.addCommand.bind(connection)
    connection.addCommand = (command) => {
      if (command.sql !== undefined && !/^set session/i.test(command.sql)) heard.push(command.sql)
      return addCommand(command)
    }
  }
  // mysql2 has no public way to see what a pool sends.
  const { pool } = db.$client as unknown as { pool: CorePool }
  for (const connection of pool._allConnections.toArray()) listen(connection)
  pool.on('connection', listen)
  return heard
}
