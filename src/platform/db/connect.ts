import mysql from 'mysql2/promise'
import { CliError } from '../cli-errors'
import type { Config } from '../config'
import { EXPECTED_HOSTS, hostsOf, parseHosts } from './hosts'
import { isAway } from './repeat'

/** One connection outside the pool, for work that is not part of serving: migrations, backup, restore. */
export async function connect(
  database: Config['database'],
  options: mysql.ConnectionOptions = {},
): Promise<mysql.Connection> {
  const [first, ...others] = hostsOf(database)
  const open = ({ host, port }: { host: string; port: number }) =>
    mysql.createConnection({
      host,
      port,
      user: database.user,
      password: database.password,
      database: database.name,
      charset: 'utf8mb4_unicode_ci',
      timezone: 'Z',
      connectTimeout: 5_000,
      ...options,
    })
  let connection = open(first!)
  for (const other of others)
    connection = connection.catch((error) => (isAway(error) ? open(other) : Promise.reject(error)))
  return connection
}

/**
 * The database that DB_* name, for commands that need nothing else of the configuration.
 * @throws CliError naming the variables that are missing or malformed
 */
export function databaseFromEnvironment(env: Record<string, string | undefined>): Config['database'] {
  const { DB_HOST, DB_USER, DB_PASSWORD, DB_NAME, DB_PORT } = env
  const missing = Object.entries({ DB_HOST, DB_USER, DB_NAME }).filter(([, value]) => !value?.trim())
  if (DB_PASSWORD === undefined) missing.push(['DB_PASSWORD', undefined])
  if (missing.length > 0) {
    throw new CliError(`Set ${missing.map(([name]) => name).join(', ')} to name the database.`)
  }
  const port = DB_PORT?.trim() || '3306'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new CliError('DB_PORT: expected a port number from 1 to 65535.')
  }
  if (parseHosts(DB_HOST!, Number(port)) === null) throw new CliError(`DB_HOST: expected ${EXPECTED_HOSTS}.`)
  return { host: DB_HOST!, port: Number(port), user: DB_USER!, password: DB_PASSWORD!, name: DB_NAME! }
}
