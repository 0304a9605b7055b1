import type { ConfigReader } from '../config-reader'
import { EXPECTED_HOSTS, parseHosts } from './hosts'

/** Which database, and how it is reached. */
export interface DatabaseSettings {
  /** May name several servers: see `parseHosts`; blank with a socket. */
  host: string
  port: number
  user: string
  password: string
  name: string
  /** The path of a Unix socket, in place of host and port. */
  socket?: string
  /** Encryption with a verified certificate: by the CAs of the system, or by those of a file. Unset: none. */
  tls?: { caFile: string | null }
}

/** The database that DB_* name; what is wrong with them is in the reader's problems. */
export function readDatabaseSettings({ expect, text, required, port, verbatim }: ConfigReader): DatabaseSettings {
  const socket = text('DB_SOCKET')
  const settings: DatabaseSettings = {
    host: socket === null ? required('DB_HOST', 'the database host, for example 127.0.0.1') : '',
    port: port('DB_PORT', 1),
    user: required('DB_USER', 'the database user'),
    password: verbatim('DB_PASSWORD') ?? '',
    name: required('DB_NAME', 'the database name'),
  }
  if (settings.host !== '' && parseHosts(settings.host, settings.port) === null) expect('DB_HOST', EXPECTED_HOSTS)
  if (verbatim('DB_PASSWORD') === undefined) {
    expect('DB_PASSWORD', "the database user's password (may be empty, must be set)")
  }
  if (socket !== null) return { ...settings, socket }
  const tls = text('DB_TLS')
  if (tls === null || tls === 'off') return settings
  if (tls === 'on') return { ...settings, tls: { caFile: null } }
  if (tls.includes('/')) return { ...settings, tls: { caFile: tls } }
  expect('DB_TLS', 'off, on, or the path of a file with the certificate of the CA')
  return settings
}
