import mysql from 'mysql2/promise'
import { CliError } from '../cli-errors'
import { createReader, nameIn } from '../config-reader'
import { readSecretFiles } from '../secret-files'
import type { Environment } from '../variables'
import { type DatabaseHost, hostsOf } from './hosts'
import { isAway } from './repeat'
import { type DatabaseSettings, readDatabaseSettings } from './settings'
import { tlsOptions, tlsProblem } from './tls'

/** One connection outside the pool, for work that is not part of serving: migrations, backup, restore. */
export async function connect(
  database: DatabaseSettings,
  options: mysql.ConnectionOptions = {},
): Promise<mysql.Connection> {
  const [first, ...others] = hostsOf(database)
  const open = (host: DatabaseHost) =>
    mysql.createConnection({
      ...('path' in host ? { socketPath: host.path } : host),
      ...tlsOptions(database.tls),
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
 * The database that DB_* name, its password perhaps in a file, for commands that need nothing else of the configuration.
 * @throws CliError naming the variables that are missing or malformed
 */
export function databaseFromEnvironment(given: Environment): DatabaseSettings {
  const { env, problems, unusable } = readSecretFiles(given, ['DB_PASSWORD'])
  const reader = createReader(env)
  const settings = readDatabaseSettings(reader)
  if (settings.tls !== undefined) problems.push(...tlsProblem(settings.tls))
  problems.push(...reader.problems.filter((problem) => !unusable.has(nameIn(problem))))
  if (problems.length > 0) throw new CliError(['The database is not named well:', ...problems].join('\n  '))
  return settings
}
