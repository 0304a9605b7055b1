import net from 'node:net'
import type { PoolConnection } from 'mysql2'
import { codeOfError } from '../error-code'
import { watchCommands } from './commands'
import type { DatabaseHost, Hosts } from './hosts'
import { type ConnectionConfig, socketOf } from './socket'

/** A command that waits so long makes a server be asked whether it is there at all. */
const SUSPECT_MS = 1_000

/**
 * Lets a pool follow the hosts: `connect` opens its connections to the current one, `watch` looks at each. Where there
 * are several, one that refuses, freezes or has no quorum is left with all its connections; what ran on them fails as
 * on a broken connection.
 */
export function followHosts(hosts: Hosts) {
  const open = new Map<net.Socket, DatabaseHost>()
  const hasOthers = hosts.all.length > 1

  const leave = (host: DatabaseHost) => {
    hosts.failed(host)
    for (const [socket, of] of open) if (of === host) socket.destroy(leftError(host))
  }
  const suspect = async (host: DatabaseHost) => {
    if (!(await hosts.greets(host))) leave(host)
  }

  return {
    connect(config: ConnectionConfig): net.Socket {
      const host = hosts.current
      // The name that a certificate is held against.
      if ('host' in host) config.host = host.host
      const socket = net.connect(host)
      socket.setNoDelay(true)
      socket.once('connect', () => socket.setKeepAlive(true))
      socket.once('close', () => {
        open.delete(socket)
        // Not for one that was refused with words, as by a server that has too many connections.
        if (socket.bytesRead === 0) hosts.failed(host)
      })
      open.set(socket, host)
      return socket
    },

    watch(connection: PoolConnection) {
      if (!hasOthers) return
      const host = open.get(socketOf(connection))
      if (host === undefined) return
      watchCommands(connection, (command) => {
        const timer = setTimeout(() => void suspect(host), SUSPECT_MS)
        command.once('end', () => clearTimeout(timer))
        const report = command.onResult
        if (report !== undefined) {
          command.onResult = (error, ...rest) => {
            clearTimeout(timer)
            if (isWithoutQuorum(error)) leave(host)
            report(error, ...rest)
          }
        }
      })
    },
  }
}

/** 1047: the node has lost the others, and takes nothing until they are back. */
const isWithoutQuorum = (error: unknown) => codeOfError(error) === 'ER_UNKNOWN_COM_ERROR'

const leftError = (host: DatabaseHost) =>
  Object.assign(new Error(`the database server ${nameOf(host)} does not serve`), { code: 'ECONNRESET' })

const nameOf = (host: DatabaseHost) => ('path' in host ? host.path : `${host.host}:${host.port}`)
