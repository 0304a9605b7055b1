import type mysql from 'mysql2/promise'
import type { Config } from '../../config'
import { connect } from '../connect'
import { createJournal, noteApplied } from '../journal'
import { applyStatements, holdLock, migrate } from '../migrate'
import { knownMigrations, type Migration } from '../migrations'
import { BackupError, checkHeader, decodeValue, type Header } from './format'
import { readLines } from './lines'

const BATCH = 200

/**
 * Restores a backup into an empty database: first the schema that the backup was made with, then its rows and the record
 * of its migrations in one transaction, then the migrations that have come since. Interrupted, it leaves a database that
 * the service does not start on. The file is read to its end before anything is written. Returns the number of rows.
 * @throws BackupError with the reason, nothing restored
 */
export async function restore(database: Config['database'], path: string): Promise<number> {
  const { header, rows } = await inspect(path)
  const migrations = migrationsOf(header)
  const connection = await connect(database, { dateStrings: true })
  try {
    await holdLock(connection)
    await refuseUnlessEmpty(connection)
    await fill(connection, migrations, path)
  } finally {
    await connection.end()
  }
  await migrate(database)
  return rows
}

async function fill(connection: mysql.Connection, migrations: Migration[], path: string) {
  try {
    for (const migration of migrations) await applyStatements(connection, { ...migration, applied: null })
    await createJournal(connection)
    await connection.query('set foreign_key_checks = 0')
    await connection.beginTransaction()
    await insertRows(connection, path)
    for (const migration of migrations) await noteApplied(connection, migration, migration.statements.length)
    await connection.commit()
  } catch (error) {
    // Empty as it was, so that the next try is not refused; without a connection the next try says so.
    await dropTables(connection).catch(() => {})
    throw error
  }
}

async function dropTables(connection: mysql.Connection) {
  await connection.rollback()
  await connection.query('set foreign_key_checks = 0')
  for (const name of await tableNames(connection)) await connection.query(`drop table \`${name}\``)
}

/** Reads the whole file once. @throws BackupError when it is damaged or cut short */
async function inspect(path: string): Promise<{ header: Header; rows: number }> {
  let header: Header | null = null
  let rows = 0
  let promised: number | null = null
  for await (const line of readLines(path)) {
    header ??= checkHeader(line)
    if ('row' in line) rows++
    if ('trailer' in line) promised = line.trailer.rows
  }
  if (header === null) throw new BackupError('The file is empty.')
  if (promised !== rows) throw new BackupError('The file is cut short.')
  return { header, rows }
}

/** The migrations that the backup's database had. @throws BackupError when this version does not know them all */
function migrationsOf(header: Header): Migration[] {
  const known = knownMigrations()
  const isPrefix = header.migrations.every((hash, index) => known[index]?.hash === hash)
  if (!isPrefix) {
    throw new BackupError(
      'The backup was made by another version of Corkboard, newer than this one. Restore it with that version.',
    )
  }
  return known.slice(0, header.migrations.length)
}

async function refuseUnlessEmpty(connection: mysql.Connection) {
  if ((await tableNames(connection)).length === 0) return
  throw new BackupError(
    'The database DB_NAME is not empty. Restore into a new one, so that nothing is overwritten; one that an interrupted ' +
      'restore has left can be dropped and created again.',
  )
}

async function tableNames(connection: mysql.Connection): Promise<string[]> {
  const [tables] = await connection.query<mysql.RowDataPacket[]>(
    'select table_name as name from information_schema.tables where table_schema = database()',
  )
  return tables.map(({ name }) => name as string)
}

async function insertRows(connection: mysql.Connection, path: string) {
  let into = ''
  let batch: unknown[][] = []
  const flush = async () => {
    if (batch.length > 0) await connection.query(`${into} values ?`, [batch])
    batch = []
  }
  for await (const line of readLines(path)) {
    if ('table' in line) {
      await flush()
      into = `insert into \`${line.table}\` (${line.columns.map((name) => `\`${name}\``).join(', ')})`
    }
    if ('row' in line) batch.push(line.row.map(decodeValue))
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}
