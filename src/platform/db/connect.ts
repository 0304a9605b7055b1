import mysql from 'mysql2/promise'
import type { Config } from '../config'

/** One connection outside the pool, for work that is not part of serving: migrations, backup, restore. */
export function connect(
  database: Config['database'],
  options: mysql.ConnectionOptions = {},
): Promise<mysql.Connection> {
  return mysql.createConnection({
    host: database.host,
    port: database.port,
    user: database.user,
    password: database.password,
    database: database.name,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    connectTimeout: 5_000,
    ...options,
  })
}

/**
 * The database that DB_* name, for commands that need nothing else of the configuration.
 * @throws naming the variables that are missing
 */
export function databaseFromEnvironment(env: Record<string, string | undefined>): Config['database'] {
  const { DB_HOST, DB_USER, DB_PASSWORD, DB_NAME, DB_PORT = '3306' } = env
  const missing = Object.entries({ DB_HOST, DB_USER, DB_PASSWORD, DB_NAME }).filter(([, value]) => value === undefined)
  if (missing.length > 0) {
    throw new Error(`Set ${missing.map(([name]) => name).join(', ')} to name the database.`)
  }
  return { host: DB_HOST!, port: Number(DB_PORT), user: DB_USER!, password: DB_PASSWORD!, name: DB_NAME! }
}
