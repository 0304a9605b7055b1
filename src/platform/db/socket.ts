import type net from 'node:net'
import type { PoolConnection } from 'mysql2'

/** What the driver makes anew for each connection of a pool, and hands to its stream factory. */
export interface ConnectionConfig {
  host?: string
}

type WithConfig = { config: ConnectionConfig }

const sockets = new WeakMap<ConnectionConfig, net.Socket>()

/** Keeps the socket that a connection was given: with TLS the driver's own `stream` is another one, above it. */
export function giveSocket(config: ConnectionConfig, socket: net.Socket): net.Socket {
  sockets.set(config, socket)
  return socket
}

/** The socket that a connection was given. */
export const socketOf = (connection: PoolConnection): net.Socket =>
  sockets.get((connection as unknown as WithConfig).config)!
