import type net from 'node:net'
import type { PoolConnection } from 'mysql2'

type Report = (error: unknown, ...rest: unknown[]) => void

/** What mysql2 sends over a connection, one after another. */
export interface Command {
  onResult?: Report
  once(event: 'end', listener: () => void): void
}

interface Wire {
  addCommand(command: Command): Command
  stream: net.Socket
}

/** The text of what is given to the driver as a statement. */
export const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { sql: string }).sql

/** The socket of a connection, which mysql2 does not show. */
export const streamOf = (connection: PoolConnection): net.Socket => (connection as unknown as Wire).stream

/** Calls back with each command before it waits for its turn. mysql2 has no public way to listen to them. */
export function watchCommands(connection: PoolConnection, watch: (command: Command) => void): void {
  const wire = connection as unknown as Wire
  const addCommand = wire.addCommand.bind(wire)
  wire.addCommand = (command) => {
    watch(command)
    return addCommand(command)
  }
}
