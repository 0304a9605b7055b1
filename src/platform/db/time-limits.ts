import type net from 'node:net'
import type { PoolConnection } from 'mysql2'
import { streamOf, watchCommands } from './commands'
import { afterRunning } from './patience'
import { socketOf } from './socket'

/** As mysql2 reports its own: the code decides what becomes of the connection. */
export const timeoutError = () => Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' })

/**
 * Cuts connections that their server has not taken in by then. mysql2's own limit runs on while this process stands
 * still.
 */
export function limitConnectTime(milliseconds: number) {
  const waits = new WeakMap<net.Socket, () => void>()
  return {
    begin(socket: net.Socket): net.Socket {
      const callOff = afterRunning(milliseconds, () => socket.destroy(timeoutError()))
      socket.once('close', callOff)
      waits.set(socket, callOff)
      return socket
    },
    end: (connection: PoolConnection) => waits.get(socketOf(connection))?.(),
  }
}

/**
 * Cuts a connection whose command gets no answer; mysql2's own per-query timeout cannot be passed through drizzle, does
 * not cover commands that wait behind a stuck one, and leaves the stuck connection in the pool.
 */
export function limitCommandTime(connection: PoolConnection, milliseconds: number): void {
  watchCommands(connection, (command) => {
    const callOff = afterRunning(milliseconds, () => streamOf(connection).destroy(timeoutError()))
    command.once('end', callOff)
  })
}

/** Tells of each command how many seconds it took. */
export function timeCommands(connection: PoolConnection, note: (seconds: number) => void): void {
  watchCommands(connection, (command) => {
    const from = performance.now()
    command.once('end', () => note((performance.now() - from) / 1_000))
  })
}
